"""Write a judged collection as CSFCube's release has it."""
