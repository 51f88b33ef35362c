import { AppError } from '#domain/errors.ts'
import { stopKey } from '#domain/mailed-links.ts'
import { resolveClinicSlug } from '#domain/tenancy.ts'
import { stopEmailsTexts } from '#domain/texts/patients.ts'
import type { Services } from '#server/clinic/action.ts'
import { stopEmails } from './stop-emails.ts'

/**
 * Ends emails by a mail program's POST to the address in List-Unsubscribe (RFC 8058): without cookies, sign-in, redirect
 * or confirmation. Repeated and unknown ones get the same answer. 200: plain text. 400: not such a POST. 429: too many from
 * one network.
 */
export function oneClick(services: Services) {
  return async (
    request: Request,
    { requestId, address }: { requestId: string; address: string | null },
  ): Promise<Response> => {
    const url = new URL(request.url)
    const form = await formOf(request)
    if (form?.get('List-Unsubscribe') !== 'One-Click') return answer(400, stopEmailsTexts.invalidTitle)
    const clinic = resolveClinicSlug(url, services.config.appDomain)
    const visitor = { userId: null, sessionId: null, clinic, requestId, address }
    try {
      await stopEmails.call(services, visitor, { token: url.searchParams.get(stopKey) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return answer(error.status, stopEmailsTexts.failed)
    }
    return answer(200, stopEmailsTexts.doneTitle)
  }
}

/** Null if the body is no form. @throws AppError `body_too_large` */
async function formOf(request: Request): Promise<FormData | null> {
  const body = await request.arrayBuffer()
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  return new Response(body, { headers }).formData().catch(() => null)
}

function answer(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
