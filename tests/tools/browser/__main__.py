"""Write the files anew with which the browser's tests compare.

cd tests && python -m tools.browser
"""

from tools.browser.files import FILES, FOLDER, spell

if __name__ == "__main__":
    for name, make in FILES.items():
        (FOLDER / name).write_text(spell(make()), "utf-8")
        print(f"{name}: {(FOLDER / name).stat().st_size:,} bytes")
