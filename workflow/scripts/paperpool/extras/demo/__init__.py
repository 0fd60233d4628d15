"""The generated demo corpus: papers, citations and a small judged collection over them."""
