import * as z from 'zod/mini'
import { fhirTypes } from '../fhir/scopes.ts'
import { apiKeyTexts } from '../texts/api-keys.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { publicKeysProblem } from './public-keys.ts'

const texts = apiKeyTexts.errors

/** How a program proves itself: by a secret that it sends, or by a key pair whose public half the clinic enters. */
export const keyMethods = ['secret', 'key_pair'] as const

export const createApiKeyInput = z
  .object({
    name: z.string().check(onOneLine(), z.minLength(1, texts.name), z.maxLength(80, texts.nameLong)),
    resources: z
      .array(z.enum(fhirTypes))
      .check(z.minLength(1, texts.resources), z.maxLength(fhirTypes.length)),
    /** The last day, in the clinic's zone; empty: without end. */
    endsOn: optionalDate(texts.endsOn),
    method: z.enum(keyMethods),
    /** A JSON Web Key Set; empty with a secret. */
    publicKeys: z.string().check(z.trim(), z.maxLength(20_000, texts.publicKeys.size)),
  })
  .check((check) => {
    const { method, publicKeys } = check.value
    const problem = method === 'key_pair' ? publicKeysProblem(publicKeys) : null
    if (problem)
      check.issues.push({
        code: 'custom',
        input: publicKeys,
        path: ['publicKeys'],
        message: texts.publicKeys[problem],
      })
  })
export type CreateApiKey = z.infer<typeof createApiKeyInput>

export const revokeApiKeyInput = z.object({ id: z.uuid() })
