/** The page of the API reference, on the main site. */
export const apiReferencePath = '/docs/api'
export const webhooksReferencePath = `${apiReferencePath}#webhooks`
export const apiDocumentPath = '/docs/api/openapi.json'

/** The parts of an OpenAPI 3.1 document that Carefold generates and renders. */
export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, { post: ApiOperation }>
  components: Record<string, Record<string, unknown>>
}

/** One function. */
export interface ApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  /** who may call it, in words */
  'x-access': string
  requestBody: { required: boolean; content: { 'application/json': { schema: JsonSchema } } }
  /** by HTTP status */
  responses: Record<string, ApiResponse>
}

export interface ApiResponse {
  description: string
  content?: { 'application/json': { schema: JsonSchema } }
  /** the `code` of each refusal with this status */
  'x-codes'?: string[]
}

/** JSON Schema, draft 2020-12, as far as the page reads it. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
  description?: string
  [keyword: string]: unknown
}
