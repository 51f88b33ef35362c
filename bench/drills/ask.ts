import { request } from 'node:http'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: JSON from the wire, or text
  body: any
}

/**
 * Sends a request to any loopback address with the Host header of 127.0.0.1, since servers answer only for their own
 * names.
 *
 * @param origin such as `http://127.0.0.2:3000`
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
        // A new connection: the answer to another upload may close a reused one.
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
