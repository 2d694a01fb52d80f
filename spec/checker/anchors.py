"""Anchors: keyed tokens in place of e-mail addresses and phone numbers."""
import hashlib
import hmac
import re

# ASCII: \w and \d are those of ECMAScript.
_PATTERNS = {
    'email': re.compile(r'(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+', re.ASCII),
    'phone': re.compile(r'\+\d[\d ()-]{7,}\d', re.ASCII),
}
WHITE_SPACE = '\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff' + ''.join(map(chr, range(0x2000, 0x200B)))


def token(kind, value, secret, scope):
    message = f'{scope}|{kind}|{value.strip(WHITE_SPACE).lower()}'
    mac = hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()
    return f'<{kind}:{mac[:16]}>'


def extract(text, secret, scope):
    found = [token(kind, value, secret, scope) for kind in _PATTERNS for value in _PATTERNS[kind].findall(text)]
    return list(dict.fromkeys(found))


def looks_personal(text):
    return any(pattern.search(text) for pattern in _PATTERNS.values())
