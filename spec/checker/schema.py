"""As much of JSON Schema (2020-12) as the published schemas use; an unknown keyword is an error, not a pass."""
import re

from .canonical import same, utf16_length
from .signals import is_number

_ANNOTATIONS = {'$schema', 'title', 'description', 'format', '$defs', 'then', 'else'}
_TYPES = {
    'null': lambda value: value is None,
    'boolean': lambda value: isinstance(value, bool),
    'string': lambda value: isinstance(value, str),
    'number': is_number,
    'integer': lambda value: is_number(value) and float(value).is_integer(),
    'array': lambda value: isinstance(value, list),
    'object': lambda value: isinstance(value, dict),
}


def fits(schema, value, root=None):
    """Whether a value fits a schema."""
    root = schema if root is None else root
    return all(_keyword(name, schema, value, root) for name in schema if name not in _ANNOTATIONS)


def _keyword(name, schema, value, root):
    rule = schema[name]
    if name == '$ref':
        return fits(root['$defs'][rule.removeprefix('#/$defs/')], value, root)
    if name == 'type':
        return any(_TYPES[kind](value) for kind in ([rule] if isinstance(rule, str) else rule))
    if name == 'const':
        return same(rule, value)
    if name == 'enum':
        return any(same(item, value) for item in rule)
    if name == 'anyOf':
        return any(fits(part, value, root) for part in rule)
    if name == 'allOf':
        return all(fits(part, value, root) for part in rule)
    if name == 'oneOf':
        return sum(fits(part, value, root) for part in rule) == 1
    if name == 'not':
        return not fits(rule, value, root)
    if name == 'if':
        branch = 'then' if fits(rule, value, root) else 'else'
        return branch not in schema or fits(schema[branch], value, root)
    return _of_type(name, rule, schema, value, root)


def _of_type(name, rule, schema, value, root):
    if name in ('minimum', 'maximum'):
        return not is_number(value) or (value >= rule if name == 'minimum' else value <= rule)
    if name in ('pattern', 'minLength', 'maxLength'):
        if not isinstance(value, str):
            return True
        if name == 'pattern':
            return re.search(rule, value, re.ASCII) is not None
        return utf16_length(value) >= rule if name == 'minLength' else utf16_length(value) <= rule
    if name in ('items', 'minItems', 'maxItems', 'uniqueItems'):
        if not isinstance(value, list):
            return True
        if name == 'items':
            return all(fits(rule, item, root) for item in value)
        if name == 'uniqueItems':
            return not any(same(item, other) for place, item in enumerate(value) for other in value[:place])
        return len(value) >= rule if name == 'minItems' else len(value) <= rule
    if name in ('required', 'minProperties', 'properties', 'additionalProperties'):
        if not isinstance(value, dict):
            return True
        if name == 'required':
            return all(member in value for member in rule)
        if name == 'minProperties':
            return len(value) >= rule
        if name == 'properties':
            return all(fits(rule[member], value[member], root) for member in value if member in rule)
        others = [member for member in value if member not in schema.get('properties', {})]
        return not others if rule is False else all(fits(rule, value[member], root) for member in others)
    raise ValueError(f'the schema keyword {name} is not supported')
