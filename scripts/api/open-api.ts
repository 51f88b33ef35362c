import * as z from 'zod/mini'
import type { ApiDocument, ApiOperation, ApiResponse, JsonSchema } from '#domain/api/api-document.ts'
import { type ErrorCode, errorStatus } from '#domain/errors.ts'
import { can, type Permission, permissions } from '#domain/permissions.ts'
import { apiTexts } from '#domain/texts/api.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Action } from '#server/clinic/action.ts'
import type { FunctionDoc } from './function-docs.ts'

/** An action with the schema of its input, as server/features.ts lists it. */
export type DeclaredAction = Action & { input: z.ZodMiniType }

export interface ApiSources {
  version: string
  actions: readonly DeclaredAction[]
  docs: ReadonlyMap<string, FunctionDoc>
  answers: ReadonlyMap<string, JsonSchema>
}

/** Refusals that any function may answer with. */
const commonErrors: ErrorCode[] = [
  'invalid_input',
  'bad_json',
  'session_ended',
  'invalid_api_key',
  'rate_limited',
  'unexpected',
]

/**
 * Describes every business action as OpenAPI 3.1: input, answer, refusals and access. The server's address is a relative one.
 *
 * @throws Error for an action without a docstring
 */
export function describeApi({ version, actions, docs, answers }: ApiSources): ApiDocument {
  const operations = actions.map((action) => {
    const doc = docs.get(action.name)
    if (!doc?.summary) throw new Error(`${action.name} has no docstring that describes it`)
    return operationOf(action, doc, answers.get(action.name))
  })
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))].sort()
  return {
    openapi: '3.1.0',
    info: { title: apiTexts.title, version, description: apiTexts.lead },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    security: [{ publishableKey: [], session: [] }],
    paths: Object.fromEntries(
      operations.map((operation) => [`/functions/v1/${operation.operationId}`, { post: operation }]),
    ),
    components: {
      securitySchemes: {
        publishableKey: { type: 'apiKey', in: 'header', name: 'apikey' },
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: apiTexts.error.code },
    message: { type: 'string', description: apiTexts.error.message },
    request_id: { type: 'string', description: apiTexts.error.requestId },
  },
  required: ['code', 'message'],
}

function operationOf(action: DeclaredAction, doc: FunctionDoc, answer: JsonSchema | undefined): ApiOperation {
  const input = inputSchema(action.input)
  return {
    operationId: action.name,
    tags: [doc.feature],
    summary: doc.summary,
    description: doc.description,
    'x-access': accessOf(action),
    requestBody: {
      required: (input.required ?? []).length > 0,
      content: { 'application/json': { schema: input } },
    },
    responses: {
      200: {
        description: doc.returns || apiTexts.answer,
        ...(answer && { content: { 'application/json': { schema: answer } } }),
      },
      ...refusals([...doc.errors, ...commonErrors, ...accessErrors(action)]),
    },
  }
}

/** The input as the caller writes it, before defaults and transforms. */
function inputSchema(input: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema
  return schema
}

function accessErrors({ access, asksFreshProof }: Action): ErrorCode[] {
  if (access === 'anyone') return []
  const errors: ErrorCode[] = ['not_signed_in', 'not_allowed']
  if (access !== 'signed-in' && permissions[access].secondFactor) errors.push('second_step_required')
  if (asksFreshProof) errors.push('fresh_proof_required')
  return errors
}

function refusals(codes: readonly ErrorCode[]): Record<string, ApiResponse> {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [
      String(status),
      {
        description: found.map((code) => errorTexts[code]).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        'x-codes': [...found].sort(),
      },
    ]),
  )
}

/** The callers of an action, in words. */
function accessOf({ access, guardians, asksFreshProof }: Action): string {
  const { access: texts } = apiTexts
  const sentences = [access === 'anyone' || access === 'signed-in' ? texts[access] : byPermission(access)]
  if (guardians) sentences.push(texts.guardians[guardians])
  if (asksFreshProof) sentences.push(texts.freshProof)
  return sentences.join(' ')
}

function byPermission(permission: Permission): string {
  const { access: texts } = apiTexts
  const rule: { set?: keyof typeof texts.sets; secondFactor: boolean } = permissions[permission]
  const isForStaff = can({ role: 'staff' }, permission)
  const mayReadOnly = isForStaff && can({ role: 'staff', isReadOnly: true }, permission)
  return [
    isForStaff ? texts.team : texts.admins,
    ...(rule.set ? [texts.sets[rule.set]] : []),
    ...(isForStaff && !mayReadOnly ? [texts.notReadOnly] : []),
    ...(rule.secondFactor ? [texts.secondStep] : []),
  ].join(' ')
}
