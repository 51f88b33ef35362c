/** With PostgREST's code, status and wording (docs/contracts/data-api.md 6.1). */
export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }
}

export const refuse = {
  badQuery: (message: string, details: string) => new RestError(400, 'PGRST100', message, { details }),
  tooDeep: (limit: number) =>
    new RestError(400, 'PGRST100', 'Embedded resources are nested too deeply', {
      details: `At most ${limit} levels are allowed`,
    }),
  tooCostly: (what: string, limit: number) =>
    new RestError(400, 'PGRST100', 'The request asks for too much at once', {
      details: `At most ${limit} ${what} are allowed`,
    }),
  pattern: (unsupported: string) =>
    new RestError(400, 'PGRST100', 'The pattern is not supported', {
      details: `Patterns cannot have ${unsupported}`,
    }),
  urlTooLong: (limit: number) =>
    new RestError(414, 'PGRST100', 'The request URL is too long', {
      details: `At most ${limit} bytes are allowed`,
      hint: 'Send long lists of values as arguments of a function',
    }),
  rpcMethod: (method: string) => new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  badBody: (message: string) => new RestError(400, 'PGRST102', message),
  bodyTooLarge: (limit: number) =>
    new RestError(413, 'PGRST102', 'The request body is too large', {
      details: `At most ${limit} bytes are allowed`,
    }),
  badRange: (details: string) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details }),
  offsetBeyond: (offset: number, total: number) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers: { 'Content-Range': `*/${total}` },
    }),
  putFilters: () =>
    new RestError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    ),
  unknownSchema: (schema: string, exposed: string[]) =>
    new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accepted: string[]) =>
    new RestError(406, 'PGRST107', `None of these media types are available: ${accepted.join(', ')}`),
  notEmbedded: (name: string) =>
    new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  responseHeaders: () =>
    new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    ),
  responseStatus: () => new RestError(500, 'PGRST112', 'response.status guc must be a valid status code'),
  putLimit: () =>
    new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putMismatch: () =>
    new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  notSingle: (rows: number) =>
    new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  relatedOrder: (origin: string, target: string) =>
    new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedFilter: (name: string) =>
    new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  raisedBadly: (details: string, hint: string) =>
    new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
      details,
      hint,
    }),
  preferences: (invalid: string[]) =>
    new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    }),
  aggregates: () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  maxAffected: (rows: number) =>
    new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows} rows`,
    }),
  path: () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL'),
  root: () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled'),
  listAggregates: () =>
    new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    }),
  maxAffectedRpc: () =>
    new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  unknownColumn: (table: string, column: string) =>
    new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`),
  schemaCache: () =>
    new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      headers: { 'Retry-After': '1' },
    }),
} as const

const bearer = (message: string) => ({
  'WWW-Authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
})

/** docs/contracts/data-api.md 7 */
export const refuseToken = {
  /** Undecodable, or with a wrong algorithm, key or signature. */
  invalid: (message: string, details: string | null = null) =>
    new RestError(401, 'PGRST301', message, { details, headers: bearer(message) }),
  required: () =>
    new RestError(401, 'PGRST302', 'Anonymous access is disabled', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    }),
  /** Correctly signed, but expired, not valid yet or for another audience. */
  claims: (message: string) => new RestError(401, 'PGRST303', message, { headers: bearer(message) }),
} as const
