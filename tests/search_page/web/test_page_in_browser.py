"""The page in a browser, served as to its reader: actions and views of a visitor."""

from ...made.in_browser import follow, list_faint_texts, press_enter

ABSTRACT = "Sparse retrieval is old. We use dense vectors. They win."


def titles(page):
    """Return the titles of the results in order, without their ranks."""
    shown = page.locator("article h3").all_inner_texts()
    return [" ".join(title.split()[2:]) for title in shown]


def test_search_by_id_and_switch_the_facet(page, engine):
    page.get_by_label("Title, id, DOI, arXiv or ACL id").fill("10")
    follow(page, page.get_by_role("button", name="Find"))
    assert len(titles(page)) == 3
    page.locator("label.facet2").click()
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert "facet=method" in page.url and page.url.endswith("#results")
    assert engine.asked[-1][1].facet == "method"
    assert page.get_by_role("radio", name="Method").is_checked()


def test_search_by_words_of_a_title(page):
    page.get_by_label("Title, id, DOI, arXiv or ACL id").fill("dense vectors")
    press_enter(page)
    follow(page, page.get_by_role("link", name="Dense vectors for citation graphs"))
    assert page.locator("h1").inner_text() == "Dense vectors for citation graphs"
    assert "Dense vectors for citation graphs" not in titles(page)


def test_search_by_a_pasted_text_and_change_it(page, engine):
    page.get_by_label("Title", exact=True).fill("Mine")
    page.get_by_label("Abstract", exact=True).fill(ABSTRACT)
    follow(page, page.get_by_role("button", name="Search by this text"))
    assert page.locator("h1").inner_text() == "Mine"
    assert engine.asked[-1][0].sentences[1].text == "We use dense vectors."
    page.get_by_text("Change the text").click()
    assert page.get_by_label("Abstract", exact=True).input_value() == ABSTRACT


def test_every_text_is_easy_to_read(page):
    start = page.url
    for path in ("", "search?paper=10"):
        page.goto(start + path)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert list_faint_texts(page) == [], (path, scheme)


def test_search_by_ticked_sentences(page, engine):
    page.goto(page.url + "search?paper=10")
    page.locator("#mark1").check()
    page.locator("label[for=mark3]").click()
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert engine.asked[-1][1].marked == (0, 2)
    assert "2 ticked sentences go before the facet." in page.locator(".marked").inner_text()
    assert page.locator("#mark3").is_checked()
    follow(page, page.get_by_role("button", name="Untick all"))
    assert not page.locator("#mark3").is_checked() and page.locator(".marked").count() == 0


def test_filters_narrow_the_results(page):
    page.goto(page.url + "search?paper=10")
    page.get_by_text("Filters").click()
    page.get_by_label("From").fill("2018")
    page.get_by_text("5 other fields").click()
    page.get_by_label("Mathematics").check()
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert titles(page) == ["Dense vectors for citation graphs"]
    assert page.get_by_label("From").input_value() == "2018"
    assert page.get_by_label("Mathematics").is_visible()
    assert page.get_by_label("Mathematics").is_checked()
    page.get_by_label("To", exact=True).fill("2018")
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert "No paper passes the filters." in page.get_by_role("alert").inner_text()
    assert page.get_by_label("To", exact=True).input_value() == "2018"


def test_everything_is_reached_by_the_keyboard(page, engine):
    page.keyboard.press("/")
    page.keyboard.type("10")
    press_enter(page)
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the settings"
    press_enter(page)
    page.keyboard.press("Tab")  # the radio that is checked: the whole abstract
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    press_enter(page)
    assert "facet=method" in page.url
    assert engine.asked[-1][1].facet == "method"
    seen = set()
    for _ in range(90):
        page.keyboard.press("Tab")
        seen.add(focused(page))
        outline = "getComputedStyle(document.activeElement.nextElementSibling && "
        outline += "document.activeElement.type === 'radio' ? "
        outline += "document.activeElement.nextElementSibling : document.activeElement)"
        if focused(page):
            assert page.evaluate(f"{outline}.outlineStyle") != "none", focused(page)
    assert {"mark1", "mark4", "ranker", "n", "Search", "CSV", "BibTeX"} <= seen
    assert any(name.startswith("More like this") for name in seen)


def focused(page):
    """Return the id, or else the text, of the element with the focus."""
    return page.evaluate(
        "(e => e === document.body ? '' : e.id || e.textContent.trim())(document.activeElement)"
    )


def test_linked_sentences_light_up_together(page):
    page.goto(page.url + "search?paper=10")
    page.locator("#r2-s3 .pair").hover()
    lit = page.locator(".sentence.near").evaluate_all("all => all.map(e => e.id)")
    assert lit == ["q3", "r1-s3", "r2-s3", "r3-s3"]
    follow(page, page.locator("#r2-s3 .pair"))
    assert page.url.endswith("#q3")
    page.locator("#q2 .nearest a").first.focus()
    lit = page.locator(".sentence.near").evaluate_all("all => all.map(e => e.id)")
    assert lit == ["q2", "r1-s2", "r2-s2", "r3-s2"]


def test_more_and_less_like_this_and_without_them_again(page, engine):
    page.goto(page.url + "search?paper=10&n=2")
    before = titles(page)
    follow(page, page.get_by_role("button", name="More like this").first)
    follow(page, page.get_by_role("button", name="Less like this").first)
    assert page.locator(".others-title").all_inner_texts() == ["And like", "Less like"]
    page.get_by_label("Another paper to be like").fill("13")
    follow(page, page.get_by_role("button", name="Add"))
    assert (engine.asked[-1][1].like, engine.asked[-1][1].unlike) == (("11", "13"), ("11",))
    for box in page.locator(".others input").all():
        box.uncheck()
    follow(page, page.get_by_role("button", name="Search", exact=True))
    assert page.locator(".others").count() == 0 and titles(page) == before


def test_pages_go_on_and_back(page):
    page.goto(page.url + "search?paper=10&n=2")
    first = titles(page)
    follow(page, page.get_by_role("button", name="Next"))
    assert len({*first, *titles(page)}) == 3 and page.url.endswith("page=2#results")
    follow(page, page.get_by_role("button", name="Previous"))
    assert titles(page) == first


def test_a_search_that_is_under_way_says_so(page):
    stay = "document.querySelector('.find').addEventListener('submit', e => e.preventDefault())"
    page.evaluate(stay)
    assert page.locator("[data-working]").inner_text() == ""
    page.get_by_label("Title, id, DOI, arXiv or ACL id").fill("10")
    page.keyboard.press("Enter")
    assert page.locator("[data-working]").inner_text() == "Searching…"


def test_the_page_works_without_scripts(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.get_by_label("Title, id, DOI, arXiv or ACL id").fill("10")
    follow(page, page.get_by_role("button", name="Find"))
    follow(page, page.get_by_role("button", name="More like this").first)
    assert page.locator(".others li").count() == 1
    context.close()


def test_nothing_is_cut_off_on_a_narrow_screen(page):
    page.set_viewport_size({"width": 400, "height": 800})
    for path in ("", "search?paper=10&like=11&from=1"):
        page.goto(page.url.split("search")[0] + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 400
