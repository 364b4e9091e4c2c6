"""Ways to break a file: what discs, networks, editors and malice do to bytes."""

import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["ODD", "broken"]

INSIDE = 0.8  # share of zips that are broken where their checksums still fit
ODD = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n\n\n", b"\x1a", b"{", b"}", b'"',
    b"<![CDATA[", b"&bomb;", b"]]>", b"TY  - ", b"ER  - ", b"@article{",
    b"\xe2\x80\xae",
    b"-1", b"1e999", b"NaN", b"9" * 40, b"../../etc/passwd", b"=cmd|' /C calc'!A0",
    "\U0001f9ea".encode(), b"%s%n", b"\xc3", b"A" * 5000,
    b"[" * 3000, b'{"a":' * 3000, b"\ndata = 3\n", b"\noutcome = 3\n",
    b" = 1979-05-27\n", b"null", b"true", b"[]", b"{}", b'"\\ud800"',
)  # fmt: skip

VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 10**30, 10**400, "", "--5", "9" * 5000, "\ud800",
    ["a"] * 64, {"a": 1}, [], [[1]],
)  # fmt: skip


def broken(content: bytes, chance: random.Random) -> bytes:
    """Return the content after one to four accidents; of a zip often in one part."""
    if content.startswith(b"PK") and chance.random() < INSIDE:
        return _broken_inside(content, chance)
    for _ in range(chance.randint(1, 4)):
        content = chance.choice(_ACCIDENTS)(content, chance)
    return content


def _broken_inside(content: bytes, chance: random.Random) -> bytes:
    """Return a sound zip with one part broken."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        names = [info.filename for info in old.infolist() if not info.is_dir()]
        hit = chance.choice(names)
        for name in names:
            part = old.read(name)
            new.writestr(name, broken(part, chance) if name == hit else part)
    return out.getvalue()


def _flipped(content: bytes, chance: random.Random) -> bytes:
    out = bytearray(content)
    for _ in range(chance.randint(1, 16)):
        if out:
            out[chance.randrange(len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randint(0, len(content))]


def _hole(content: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(content))
    return content[:at] + content[at + chance.randint(1, 400) :]


def _stutter(content: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(content))
    part = content[at : at + chance.randint(1, 400)]
    return content[:at] + part * chance.randint(2, 20) + content[at:]


def _odd(content: bytes, chance: random.Random) -> bytes:
    at = chance.randint(0, len(content))
    return content[:at] + chance.choice(ODD) + content[at:]


def _odd_value(content: bytes, chance: random.Random) -> bytes:
    """Return JSON, or a line of it, with something odd in the place of one value."""
    lines = [content] if content.lstrip()[:1] == b"[" else content.split(b"\n")
    for parts in ([content], lines):
        at = chance.randrange(len(parts))
        try:
            told = json.loads(parts[at])
        except (ValueError, RecursionError):
            continue
        if isinstance(told, list | dict) and (places := [*_places(told)]):
            holder, key = chance.choice(places)
            holder[key] = chance.choice(VALUES)
            parts[at] = json.dumps(told).encode()
            return b"\n".join(parts)
    return _odd(content, chance)


def _places(told: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401  JSON is anything
    """Yield every place of a value: what holds it, and its key there."""
    waiting = [told]
    while waiting:
        holder = waiting.pop()
        keys = range(len(holder)) if isinstance(holder, list) else list(holder)
        for key in keys:
            yield holder, key
            if isinstance(holder[key], list | dict):
                waiting.append(holder[key])


def _swapped_lines(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    for _ in range(3):
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _other_encoding(content: bytes, chance: random.Random) -> bytes:
    text = content.decode("utf-8", "replace")
    name = chance.choice(("utf-16", "utf-16-le", "latin-1", "cp1252", "utf-8-sig"))
    return text.encode(name, "replace")


_ACCIDENTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_flipped, _cut, _hole, _stutter, _odd, _odd, _odd_value, _odd_value),
    *(_swapped_lines, _other_encoding),
)
