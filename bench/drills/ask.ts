import { request } from 'node:http'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: JSON from the wire, or text
  body: any
}

/**
 * Asks a server that listens on any loopback address as if it were 127.0.0.1: servers answer for their own names only, and
 * fetch takes the Host header from the address.
 *
 * @param origin such as `http://127.0.0.2:3000`
 * @param options.body text is sent as it is
 */
export function ask(
  origin: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: object | string | null; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname,
        port,
        path,
        // a connection of its own: one that is kept may be closed by the answer to somebody else's upload
        agent: false,
        method,
        headers: { Host: '127.0.0.1', 'Content-Type': 'application/json', ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: answer.statusCode ?? 0, body: jsonOf(text) })
        })
      },
    )
    sent.on('error', reject)
    sent.setTimeout(30_000, () => sent.destroy(new Error('no answer in 30 s')))
    sent.end(typeof body === 'string' ? body : body ? JSON.stringify(body) : undefined)
  })
}

function jsonOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
