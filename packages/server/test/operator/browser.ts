/** A browser without its pages: it keeps cookies, names its own origin, and nothing else. */

export type BrowserAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as a page reads it
  readonly body: any
}

export class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  /** @param path below `/api`. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<BrowserAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { origin: this.#url }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = await response.text()
    const isJson = /json\b/.test(response.headers.get('content-type') ?? '') && !text.includes('\n{')
    return {
      ...{ status: response.status, headers: response.headers, text },
      body: isJson && text !== '' ? (JSON.parse(text) as unknown) : null,
    }
  }

  get(path: string): Promise<BrowserAnswer> {
    return this.send('GET', path)
  }

  /** @returns its answer, which must be a yes. */
  async signIn(email: string, password: string): Promise<BrowserAnswer> {
    const answer = await this.send('POST', '/auth/sign-in/email', { email, password })
    if (answer.status !== 200) throw new Error(`${email} is not let in: ${answer.text}`)
    return answer
  }

  /** What it keeps under a name. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const isGone = value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))
    if (isGone) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}
