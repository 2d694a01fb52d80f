"""Strict reading of JSON text (RFC 8259 within I-JSON), with the refusals that spec/vectors/bytes.json lists.

Every number becomes a float, since that is what a JSON number is on the other side.
"""
import re

MAX_DEPTH = 64
MAX_SAFE = 2**53 - 1

_SPACE = re.compile(r'[ \t\n\r]*')
_NUMBER = re.compile(r'-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?')
_NON_FINITE = re.compile(r'-?(?:NaN|Infinity)')
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))')
_SURROGATE = re.compile('[\ud800-\udfff]')
_ESCAPED = {'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}


class Refused(Exception):
    """Why a text was refused: a stable code and a JSON pointer."""

    def __init__(self, code, pointer):
        super().__init__(f'{code} at {pointer!r}')
        self.code = code
        self.pointer = pointer


def child_pointer(parent, step):
    return f"{parent}/{str(step).replace('~', '~0').replace('/', '~1')}"


def read_json(text, canonical_integers=False):
    """Reads one text. `canonical_integers` takes large integers written as canonical JSON writes them."""
    return _Reader(text, canonical_integers).document()


class _Reader:
    def __init__(self, text, canonical_integers):
        self.text = text
        self.canonical_integers = canonical_integers
        self.at = 0
        self.path = []

    def document(self):
        self.skip()
        value = self.value()
        self.skip()
        if self.at < len(self.text):
            self.refuse('invalid_json')
        return value

    def refuse(self, code):
        pointer = ''
        for step in self.path:
            pointer = child_pointer(pointer, step)
        raise Refused(code, pointer)

    def skip(self):
        self.at = _SPACE.match(self.text, self.at).end()

    def peek(self):
        return self.text[self.at : self.at + 1]

    def value(self):
        sign = self.peek()
        if sign == '"':
            return self.string()
        if sign == '{':
            return self.object()
        if sign == '[':
            return self.array()
        for word, value in (('true', True), ('false', False), ('null', None)):
            if sign == word[0]:
                if not self.text.startswith(word, self.at):
                    self.refuse('invalid_json')
                self.at += len(word)
                return value
        return self.number()

    def open(self, closing):
        self.at += 1
        self.skip()
        if len(self.path) >= MAX_DEPTH:
            self.refuse('nesting_too_deep')
        if self.peek() != closing:
            return False
        self.at += 1
        return True

    def close(self, closing):
        self.skip()
        sign = self.peek()
        if sign not in (closing, ',') or sign == '':
            self.refuse('invalid_json')
        self.at += 1
        if sign == closing:
            return True
        self.skip()
        return False

    def object(self):
        members = {}
        if self.open('}'):
            return members
        while True:
            if self.peek() != '"':
                self.refuse('invalid_json')
            name = self.string()
            self.path.append(name)
            if name in members:
                self.refuse('duplicate_member')
            self.skip()
            if self.peek() != ':':
                self.refuse('invalid_json')
            self.at += 1
            self.skip()
            members[name] = self.value()
            self.path.pop()
            if self.close('}'):
                return members

    def array(self):
        items = []
        if self.open(']'):
            return items
        while True:
            self.path.append(len(items))
            items.append(self.value())
            self.path.pop()
            if self.close(']'):
                return items

    def string(self):
        self.at += 1
        parts = []
        while True:
            plain = _PLAIN.match(self.text, self.at)
            parts.append(plain.group())
            self.at = plain.end()
            sign = self.peek()
            if sign == '"':
                break
            escape = _ESCAPE.match(self.text, self.at)
            if escape is None:
                self.refuse('invalid_json')
            short, code = escape.groups()
            parts.append(chr(int(code, 16)) if code else _ESCAPED.get(short, short))
            self.at = escape.end()
        self.at += 1
        text = ''.join(parts)
        if _SURROGATE.search(text) is None:
            return text
        try:
            return text.encode('utf-16-le', 'surrogatepass').decode('utf-16-le')
        except UnicodeDecodeError:
            return self.refuse('lone_surrogate')

    def number(self):
        literal = _NUMBER.match(self.text, self.at)
        if literal is None:
            self.refuse('non_finite_number' if _NON_FINITE.match(self.text, self.at) else 'invalid_json')
        written = literal.group()
        value = float(written)
        if value in (float('inf'), float('-inf')):
            self.refuse('non_finite_number')
        if abs(value) > MAX_SAFE and re.fullmatch(r'-?[0-9]+', written):
            from .canonical import number_text

            if not (self.canonical_integers and number_text(value) == written):
                self.refuse('unsafe_integer')
        self.at = literal.end()
        return value
