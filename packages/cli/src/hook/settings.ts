/**
 * The agent's settings with our hooks in them: pure, and careful with what is there. Hooks of others are never touched;
 * ours are known by the mark at their end.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '@heron/evidence'

/** A comment to the shell that runs the hook. */
const MARK = '# heron hook'

/** Seconds that the agent waits. A hook that is given up on stops nothing, so this is far above Heron's own deadlines. */
const TIMEOUT_SECONDS = 120

/** Events, and whether their hooks are chosen by tool. */
const EVENTS: readonly (readonly [event: string, byTool: boolean])[] = [
  ['PreToolUse', true],
  ['PostToolUse', true],
  ['PostToolUseFailure', true],
  ['UserPromptSubmit', false],
  ['SessionEnd', false],
]

export class SettingsError extends Error {}

/**
 * The command line of a hook. A program that is missing or falls over must be a no as well: the agent takes 2 for one.
 *
 * @param words Program and arguments, unquoted.
 */
export function hookCommand(words: readonly string[]): string {
  return `${words.map(quoted).join(' ')} || exit 2 ${MARK}`
}

/**
 * Settings with our hooks as `command` has them, in place of earlier ones of ours.
 *
 * @param command Null takes ours out.
 * @throws {SettingsError} where `hooks` is not what the agent's documentation says: nothing is guessed about it.
 */
export function withHooks(settings: JsonValue, command: string | null): JsonObject {
  if (!isJsonObject(settings)) throw new SettingsError('the settings are no JSON object')
  const given = ownMember(settings, 'hooks') ?? {}
  if (!isJsonObject(given)) throw new SettingsError('`hooks` in the settings is no object')
  const hooks: { [event: string]: JsonValue } = {}
  for (const [event, groups] of Object.entries(given)) {
    const kept = othersOf(event, groups)
    if (kept.length > 0 || !isOurs(event)) hooks[event] = kept
  }
  if (command !== null) {
    for (const [event, byTool] of EVENTS) {
      const hook = { type: 'command', command, timeout: TIMEOUT_SECONDS }
      const group = { ...(byTool ? { matcher: '*' } : {}), hooks: [hook] }
      // Last: what another hook changes of a call's input is judged as far as the agent shows it.
      hooks[event] = [...((hooks[event] ?? []) as readonly JsonValue[]), group]
    }
  }
  const { hooks: _, ...rest } = settings
  return Object.keys(hooks).length === 0 ? rest : { ...settings, hooks }
}

function othersOf(event: string, groups: JsonValue): readonly JsonValue[] {
  if (!Array.isArray(groups)) throw new SettingsError(`\`hooks.${event}\` in the settings is no list`)
  return (groups as readonly JsonValue[]).flatMap((group): readonly JsonValue[] => {
    const own = isJsonObject(group) ? ownMember(group, 'hooks') : undefined
    if (!isJsonObject(group) || !Array.isArray(own)) return [group]
    const others = (own as readonly JsonValue[]).filter((hook) => !isOurHook(hook))
    if (others.length === own.length) return [group]
    return others.length === 0 ? [] : [{ ...group, hooks: others }]
  })
}

function isOurHook(hook: JsonValue): boolean {
  const command = isJsonObject(hook) ? ownMember(hook, 'command') : undefined
  return typeof command === 'string' && command.endsWith(MARK)
}

function isOurs(event: string): boolean {
  return EVENTS.some(([name]) => name === event)
}

/** For a POSIX shell, which the agent runs hooks in. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
