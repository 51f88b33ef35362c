import { type ApiDocument, apiDocumentPath, apiReferencePath } from '#domain/api/api-document.ts'
import { AppError } from '#domain/errors.ts'
import type { AppParts, RequestContext, Router } from '../app-parts.ts'
import { clinicOrigin } from '../platform/config/config.ts'
import { classifyHost } from '../platform/http/caller.ts'
import { publishableKeyOf } from '../platform/http/publishable-key.ts'

/** The clinic whose address the examples call. */
const exampleClinic = 'sunrise'

/** `/docs/api` and its OpenAPI document, on the main site: each function with its input, answer, errors and callers. */
export function handleApiReference(
  router: Router,
  { services: { config, log }, web, reference }: AppParts,
): void {
  const publishableKey = publishableKeyOf(config.mainOrigin)
  const target = { mainOrigin: config.mainOrigin, hub: clinicOrigin(config, exampleClinic), publishableKey }

  const onMainSite =
    (answer: (c: RequestContext, document: ApiDocument) => Response | Promise<Response>) =>
    async (c: RequestContext) => {
      const { hostname, pathname } = new URL(c.req.url)
      if (classifyHost(hostname, config).kind === 'clinic')
        return c.redirect(`${config.mainOrigin}${pathname}`, 302)
      if (!reference) throw new AppError('not_found')
      const document = await reference().catch((error: unknown) => {
        log.error('api-reference.not_built', { error })
        throw new AppError('unavailable')
      })
      return answer(c, document)
    }

  router.get(
    apiDocumentPath,
    onMainSite((c, document) => c.json({ ...document, servers: [{ url: config.mainOrigin }] })),
  )
  router.get(
    apiReferencePath,
    onMainSite((c, document) =>
      // while developing, no page is built
      web.visitors
        ? web.visitors.apiReference(document, target, c.req.header('accept-encoding') ?? '')
        : c.redirect(apiDocumentPath, 302),
    ),
  )
}
