export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  /** Includes the query; relative to `/`. */
  path: string
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
  address?: string
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the wire's JSON, whose shape the cases are there to check
  body: any
  headers: Headers
}

type Options = Partial<Omit<Call, 'method' | 'path' | 'body'>>

export const get = (path: string, options: Options = {}): Call => ({ method: 'GET', path, ...options })
export const del = (path: string, options: Options = {}): Call => ({ method: 'DELETE', path, ...options })
export const post = (path: string, body?: unknown, options: Options = {}): Call =>
  withBody('POST', path, body, options)
export const put = (path: string, body?: unknown, options: Options = {}): Call =>
  withBody('PUT', path, body, options)

function withBody(method: 'POST' | 'PUT', path: string, body: unknown, options: Options): Call {
  return { method, path, ...(body === undefined ? {} : { body }), ...options }
}
