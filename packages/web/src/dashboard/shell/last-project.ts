/** The project that was looked at last, in this browser only. */
const KEY = 'heron.project'

export function lastProject(): string | null {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function rememberProject(project: string): void {
  try {
    window.localStorage.setItem(KEY, project)
  } catch {
    // A browser that keeps nothing: the first project is opened instead.
  }
}
