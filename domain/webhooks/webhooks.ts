import * as z from 'zod/mini'
import { webhookTexts } from '../texts/webhooks.ts'
import { hourMs, minuteMs } from '../values/durations.ts'
import { webhookTopics } from './kinds.ts'

const texts = webhookTexts.errors

/** Endpoints of a clinic. */
export const mostWebhooks = 10
/** Days until a delivery is deleted. */
export const deliveryDays = 30
/** Days of failures only after which an endpoint is switched off. */
export const failingDays = 5
/** How long requests are signed with the former secret too. */
export const formerSecretHours = 24

/** Before each attempt after the first: 76 hours in all. */
export const retryPausesMs = [
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

const url = z.string().check(
  z.trim(),
  z.minLength(1, texts.missing),
  z.maxLength(500, texts.wrong),
  z.refine((address) => address === '' || isAddress(address), texts.wrong),
  // without spaces, tabs and line breaks, which a URL drops
  z.overwrite((address) => (isAddress(address) ? new URL(address).href : address)),
)

const topics = z
  .array(z.enum(webhookTopics))
  .check(z.minLength(1, texts.topics), z.maxLength(webhookTopics.length))

/** An address to send events to. The server refuses all but HTTPS outside development. */
export const addWebhookInput = z.object({ url, topics })
export type AddWebhook = z.infer<typeof addWebhookInput>

export const webhookInput = z.object({ id: z.uuid() })
export const changeWebhookInput = z.extend(webhookInput, { url, topics })
export const switchWebhookInput = z.extend(webhookInput, { isEnabled: z.boolean() })
export const resendWebhookInput = z.object({ deliveryId: z.uuid() })

/** A secret is shown once, in the answer that made it. */
export interface WebhookSecret {
  id: string
  /** `whsec_...` */
  secret: string
}
