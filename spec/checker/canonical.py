"""JSON Canonicalization Scheme (RFC 8785), and the digests over it."""
import hashlib
import re

from .strict_json import MAX_DEPTH

_ESCAPES = {'"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t'}
_NEEDS_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_DIGEST = re.compile(r'sha256:[0-9a-f]{64}')


def utf16(text):
    """Sort key of names: UTF-16 code units."""
    return text.encode('utf-16-be', 'surrogatepass')


def utf16_length(text):
    return len(utf16(text)) // 2


def number_text(value):
    """A number as ECMAScript writes it: the shortest digits that read back as the same double."""
    if value == 0:
        return '0'
    sign = '-' if value < 0 else ''
    mantissa, _, exponent = repr(abs(float(value))).partition('e')
    whole, _, fraction = mantissa.partition('.')
    digits = (whole + fraction).lstrip('0')
    # The value is 0.DIGITS times ten to the power of `point`.
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip('0')
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + '0' * (point - count)
    if 0 < point <= 21:
        return f'{sign}{digits[:point]}.{digits[point:]}'
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = point - 1
    rest = f'.{digits[1:]}' if count > 1 else ''
    return f"{sign}{digits[0]}{rest}e{'+' if power > 0 else '-'}{abs(power)}"


def _string(text):
    text.encode('utf-8')  # refuses lone surrogates
    return '"' + _NEEDS_ESCAPE.sub(lambda m: _ESCAPES.get(m[0]) or f'\\u{ord(m[0]):04x}', text) + '"'


def canonical(value, depth=0):
    """The canonical text of a value. Raises ValueError where there is none."""
    if value is None:
        return 'null'
    if value is True:
        return 'true'
    if value is False:
        return 'false'
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    if depth >= MAX_DEPTH:
        raise ValueError('nesting too deep')
    if isinstance(value, list):
        return '[' + ','.join(canonical(item, depth + 1) for item in value) + ']'
    members = (f'{_string(name)}:{canonical(value[name], depth + 1)}' for name in sorted(value, key=utf16))
    return '{' + ','.join(members) + '}'


def canonical_bytes(value):
    return canonical(value).encode('utf-8')


def sha256_text(data):
    return 'sha256:' + hashlib.sha256(data).hexdigest()


def hash_json(value):
    return sha256_text(canonical_bytes(value))


def hash_chained(record, previous):
    """SHA-256 over the canonical record and the 32 raw bytes of the hash before it (none for the first)."""
    tail = b'' if previous is None else bytes.fromhex(previous[len('sha256:') :])
    return sha256_text(canonical_bytes(record) + tail)


def is_digest(value):
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def same(left, right):
    """Equal as JSON: true is not 1, and the order of members does not matter."""
    return canonical(left) == canonical(right)
