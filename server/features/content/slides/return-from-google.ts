import { contentPath } from '#domain/paths.ts'
import { slidesReturn } from '#domain/presentations/google-slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import type { Services } from '#server/clinic/action.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { openState } from './slides-state.ts'

/**
 * Redirects a browser that returns from Google to its editor. The code follows `#`, and only the member who started the
 * import can use it (import-google-slides.ts).
 */
export function returnFromGoogle({ config, googleSlides }: Pick<Services, 'config' | 'googleSlides'>) {
  return async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url)
    const sealed = searchParams.get('state') ?? ''
    const state = googleSlides && openState(googleSlides, sealed, Date.now())
    if (!state)
      return new Response(contentTexts.slides.google.over, {
        status: 400,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
    const code = searchParams.get('code')
    const back = new URL(contentPath(state.itemId), clinicOrigin(config, state.subdomain))
    back.hash = slidesReturn.write(code ? { code, state: sealed } : 'denied')
    return new Response(null, {
      status: 303,
      headers: { Location: back.href, 'Cache-Control': 'no-store' },
    })
  }
}
