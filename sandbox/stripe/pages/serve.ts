import { platform, type Scope } from '../world/scope.ts'
import { StripeFailure } from '../world/stripe-failure.ts'
import { bankPage } from './bank-page.ts'
import { checkoutPage } from './checkout-page.ts'
import { fontFile } from './fonts.ts'
import { html } from './html.ts'
import { invoicePage } from './invoice-page.ts'
import { declinedMark, pageResponse } from './layout.ts'
import { onboardingPage } from './onboarding-page.ts'
import { invoicePdf, receiptPdf } from './pdf-documents.ts'
import { portalPage } from './portal-page.ts'

const pagePath = /\/pay\/(checkout|3ds|portal|onboard|invoice|receipt)\/([\w]+)\/([\w]+)(\/pdf)?\/?$/

/** The account of a hosted page; null for any other path. */
export function accountOfPage(url: string): string | null {
  return pagePath.exec(new URL(url).pathname)?.[2] ?? null
}

/**
 * Serves a hosted page at `/pay/<kind>/<account>/<id>`, with any prefix.
 *
 * @param form the fields of a POST, null for a GET
 * @returns 404 for unknown pages, 405 for other methods, 410 for closed sessions
 */
export async function servePage(
  scopeFor: (account: string) => Scope,
  request: Request,
  form: URLSearchParams | null,
): Promise<Response> {
  const url = new URL(request.url)
  const path = pagePath.exec(url.pathname)
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return new Response(null, { status: 405 })
  const font = /\/fonts\/(\w+)\.woff2$/.exec(url.pathname)?.[1]
  if (font) return (await fontFile(font)) ?? notFound(scopeFor(platform))
  if (!path) return notFound(scopeFor(platform))
  const [, kind, account = '', id = '', pdf] = path
  const scope = scopeFor(account)
  try {
    if (kind === 'invoice' && pdf) return pdfResponse(await invoicePdf(scope, id), `invoice-${id}.pdf`)
    if (pdf) return notFound(scope)
    if (kind === 'receipt') return pdfResponse(await receiptPdf(scope, id), `receipt-${id}.pdf`)
    const isDeclined = url.searchParams.has(declinedMark)
    if (kind === 'checkout')
      return checkoutPage(scope, id, form, { by: url.searchParams.get('by'), isDeclined })
    if (kind === '3ds') return bankPage(scope, id, form)
    if (kind === 'portal')
      return portalPage(scope, id, form, { view: url.searchParams.get('view'), isDeclined })
    if (kind === 'onboard') return onboardingPage(scope, id, form)
    return invoicePage(scope, id, form, { by: url.searchParams.get('by'), isDeclined })
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    if (!error.keepsChanges) scope.world.rollBack()
    if (error.body.code === 'resource_missing' && error.status === 404) return notFound(scope)
    return pageResponse(scope, {
      status: error.status,
      title: 'This payment cannot go on',
      body: html`<h1>This payment cannot go on</h1><p class="alert" role="alert">${error.message}</p>`,
    })
  }
}

function notFound(scope: Scope): Response {
  return pageResponse(scope, {
    status: 404,
    title: 'Nothing here',
    body: html`<h1>Nothing here</h1><p>This payment page does not exist.</p>`,
  })
}

function pdfResponse(pdf: Uint8Array<ArrayBuffer>, name: string): Response {
  return new Response(pdf, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
