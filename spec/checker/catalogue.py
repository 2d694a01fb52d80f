"""The tool catalogue: canonical form, conflicts, join."""
from .canonical import utf16, utf16_length
from .data import DIMENSIONS
from .strict_json import child_pointer

_VOCABULARY = {
    'op': DIMENSIONS['operation'],
    'data_class': DIMENSIONS['data_class'],
    'destination': DIMENSIONS['destination'],
    'reversibility': DIMENSIONS['reversibility'],
}


def canonical_catalogue(body):
    return {'v': body['v'], 'tools': sorted(body['tools'], key=lambda tool: utf16(tool['name']))}


def find(body, name):
    """The tool of that name, else the only one that claims it as an alias."""
    for tool in body['tools']:
        if tool['name'] == name:
            return tool
    claimants = [tool for tool in body['tools'] if name in tool.get('aliases', [])]
    return claimants[0] if len(claimants) == 1 else None


def coverage(body, name):
    tool = find(body, name)
    if tool is None:
        return 'absent'
    return 'described' if tool['signals'] else 'listed'


def _is_name(value):
    return isinstance(value, str) and 0 < utf16_length(value) <= 256


def _tool_faults(tool, at):
    if not isinstance(tool, dict):
        return [at]
    faults = [child_pointer(at, name) for name in tool if name not in ('name', 'aliases', 'signals', 'provider', 'server')]
    if not _is_name(tool.get('name')):
        faults.append(f'{at}/name')
    faults += [f'{at}/{name}' for name in ('provider', 'server') if name in tool and not _is_name(tool[name])]
    if 'aliases' in tool:
        aliases = tool['aliases']
        if not isinstance(aliases, list) or len(aliases) > 100 or not all(map(_is_name, aliases)):
            faults.append(f'{at}/aliases')
    signals = tool.get('signals')
    if not isinstance(signals, dict):
        return [*faults, f'{at}/signals']
    for name, value in signals.items():
        known = _VOCABULARY.get(name)
        if name == 'reversible':
            fits = isinstance(value, bool)
        else:
            fits = known is not None and isinstance(value, str) and value != 'unknown' and value in known
        if not fits:
            faults.append(child_pointer(f'{at}/signals', name))
    return faults


def check(body):
    """Findings that refuse a catalogue, and warnings that do not."""
    invalid = []
    if not isinstance(body, dict):
        invalid.append('')
    else:
        version = body.get('v')
        if isinstance(version, bool) or version != 1:
            invalid.append('/v')
        tools = body.get('tools')
        if not isinstance(tools, list) or len(tools) > 5000:
            invalid.append('/tools')
        else:
            for index, tool in enumerate(tools):
                invalid += _tool_faults(tool, f'/tools/{index}')
    if invalid:
        return [{'code': 'invalid', 'pointer': pointer} for pointer in invalid], []
    return _check_names(body['tools'])


def _check_names(tools):
    findings, warnings, names, claims = [], [], set(), {}
    for index, tool in enumerate(tools):
        if tool['name'] in names:
            findings.append({'code': 'duplicate_name', 'pointer': f'/tools/{index}/name'})
        names.add(tool['name'])
    for index, tool in enumerate(tools):
        for place, alias in enumerate(tool.get('aliases', [])):
            if alias == tool['name'] or claims.get(alias) == tool['name']:
                continue
            if alias in names:
                warnings.append({'code': 'shadowed', 'alias': alias, 'tool': tool['name']})
            elif alias in claims:
                findings.append({'code': 'ambiguous', 'pointer': f'/tools/{index}/aliases/{place}'})
            else:
                claims[alias] = tool['name']
    return findings, warnings
