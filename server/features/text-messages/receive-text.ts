import { paths } from '#domain/paths.ts'
import { keywordIn } from '#domain/text-messages/text-messages.ts'
import { textMessageTexts } from '#domain/texts/text-messages.ts'
import type { Services } from '#server/clinic/action.ts'
import { isFromTwilio } from '#server/platform/sms/twilio.ts'
import { recordStart, recordStop } from './stops.ts'

/** Twilio's callbacks, on the main site. */
export const twilioPaths = { inbound: '/hooks/sms', status: '/hooks/sms/status' } as const

type HookServices = Pick<Services, 'config' | 'transactions' | 'clock' | 'log'>

/**
 * Receives a text to our number: STOP and its synonyms end text messages, START resumes them, any other text gets a help
 * answer. The text is not stored. 200: an answer in Twilio's format. 403: not signed by Twilio.
 */
export function receiveText(services: HookServices) {
  const { config, transactions, clock } = services
  return async (request: Request): Promise<Response> => {
    const params = await readSigned(services, request, `${config.hooksOrigin}${twilioPaths.inbound}`)
    if (!params) return new Response('Forbidden', { status: 403 })
    const phone = params.get('From') ?? ''
    const text = params.get('Body') ?? ''
    if (!/^\+[1-9][0-9]{6,14}$/.test(phone)) return answer(null)
    const word = text.trim().toUpperCase().slice(0, 20)
    const keyword = keywordIn(text)
    const said = { phone, word, now: clock.now() }
    if (keyword === 'stop') await transactions.withSystem('hooks:sms', (tx) => recordStop(tx, said))
    if (keyword === 'start') await transactions.withSystem('hooks:sms', (tx) => recordStart(tx, said))
    // Twilio has answered, where its own handling of these words is switched on
    if (params.has('OptOutType')) return answer(null)
    if (keyword === 'stop') return answer(textMessageTexts.stopped)
    if (keyword === 'start') return answer(textMessageTexts.started)
    return answer(textMessageTexts.help(new URL(paths.home, config.mainOrigin).href))
  }
}

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const failures = ['failed', 'undelivered']

/**
 * Receives delivery reports, in any order and repeatedly; delivered is final. 204: stored, or not one of our messages.
 * 403: not signed by Twilio.
 */
export function receiveTextStatus(services: HookServices) {
  const { config, transactions, clock } = services
  return async (request: Request): Promise<Response> => {
    const params = await readSigned(services, request, `${config.mainOrigin}${twilioPaths.status}`)
    if (!params) return new Response('Forbidden', { status: 403 })
    const { searchParams } = new URL(request.url)
    const id = searchParams.get('id') ?? ''
    const clinicId = searchParams.get('clinic') ?? ''
    const sid = params.get('MessageSid') ?? ''
    const status = params.get('MessageStatus') ?? ''
    const isFinal = status === 'delivered' || failures.includes(status)
    if (!isId(id) || !isId(clinicId) || !sid || !(isFinal || status === 'sent'))
      return new Response(null, { status: 204 })
    const now = clock.now()
    await transactions.withSystem('hooks:sms', async (tx) => {
      await tx
        .updateTable('app.text_messages')
        .set({
          provider_id: sid,
          ...(status === 'sent' && { status: 'sent' as const, sent_at: now }),
          ...(status === 'delivered' && { status: 'delivered' as const, delivered_at: now }),
          ...(failures.includes(status) && {
            status: 'failed' as const,
            reason: (params.get('ErrorCode') || status).slice(0, 100),
          }),
        })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .where('status', 'in', status === 'sent' ? ['sending'] : ['sending', 'sent'])
        .where((row) => row.or([row('provider_id', 'is', null), row('provider_id', '=', sid)]))
        .execute()
    })
    return new Response(null, { status: 204 })
  }
}

const maxBodyChars = 20_000

/**
 * The request's parameters, or null unless Twilio has signed them.
 * @param address configured at Twilio, whatever proxies are in between
 */
async function readSigned(
  { config, log }: Pick<HookServices, 'config' | 'log'>,
  request: Request,
  address: string,
): Promise<URLSearchParams | null> {
  const body = await request.text()
  const params = new URLSearchParams(body.slice(0, maxBodyChars))
  const url = `${address}${new URL(request.url).search}`
  const signature = request.headers.get('x-twilio-signature')
  if (config.sms && isFromTwilio(config.sms.authToken, { url, params, signature })) return params
  log.warn('webhook.refused', { endpoint: new URL(address).pathname, because: 'signature' })
  return null
}

/** TwiML: a text message as the answer, or none. */
function answer(text: string | null): Response {
  const escaped = text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const message = escaped ? `<Message>${escaped}</Message>` : ''
  return new Response(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`, {
    headers: { 'Content-Type': 'text/xml; charset=utf-8' },
  })
}
