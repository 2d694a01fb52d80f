"""Ed25519: keys are judged here, signatures by the `openssl` command (OpenSSL 3)."""
import base64
import os
import re
import subprocess
import tempfile

_P = 2**255 - 19
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
_PUBLIC_PREFIX = bytes.fromhex('302a300506032b6570032100')
_PRIVATE_PREFIX = bytes.fromhex('302e020100300506032b657004220420')


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip('=')


def decode_base64url(text):
    """Bytes, or None for a text that is not the one canonical spelling of them."""
    if not isinstance(text, str) or re.fullmatch(r'[A-Za-z0-9_-]*', text) is None or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))
    return data if base64url(data) == text else None


def _add(left, right):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = left, right
    a, b = (y1 - x1) * (y2 - x2) % _P, (y1 + x1) * (y2 + x2) % _P
    c, d = 2 * t1 * t2 * _D % _P, 2 * z1 * z2 % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _point(data):
    """RFC 8032 section 5.1.3, strictly; None where the bytes are no point."""
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if x * x % _P != square:
        x = x * _ROOT % _P
    if x * x % _P != square or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def import_key(key):
    """The 32 bytes of a sound public key, else None: a canonical point that is not of small order."""
    data = decode_base64url(key) if isinstance(key, str) else key
    point = _point(data) if data is not None and len(data) == 32 else None
    if point is None:
        return None
    for _ in range(3):
        point = _add(point, point)
    x, y, z, _ = point
    return None if x == 0 and y == z else data


class OpenSsl:
    """Runs the command in a folder of its own, and asks it nothing twice."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        self._known = {}

    def _write(self, name, data):
        path = os.path.join(self._folder.name, name)
        with open(path, 'wb') as file:
            file.write(data)
        return path

    def verify(self, key, message, signature):
        if key is None or signature is None or len(signature) != 64:
            return False
        asked = (key, message, signature)
        if asked not in self._known:
            public = self._write('public.der', _PUBLIC_PREFIX + key)
            text = self._write('message', message)
            value = self._write('signature', signature)
            command = ['openssl', 'pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', public]
            command += ['-rawin', '-in', text, '-sigfile', value]
            self._known[asked] = subprocess.run(command, capture_output=True, check=False).returncode == 0
        return self._known[asked]

    def sign(self, seed, message):
        private = self._write('private.der', _PRIVATE_PREFIX + seed)
        text = self._write('message', message)
        command = ['openssl', 'pkeyutl', '-sign', '-keyform', 'DER', '-inkey', private, '-rawin', '-in', text]
        return subprocess.run(command, capture_output=True, check=True).stdout
