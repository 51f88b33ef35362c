import { createGoogleSlidesSandbox } from '#sandbox/google-slides/index.ts'
import type { Config } from './platform/config/config.ts'
import {
  connectGoogleSlides,
  type GoogleSlides,
  googleApi,
  googleEndpoints,
  slidesReturnPath,
} from './platform/google-slides/connection.ts'
import { loadSecretBox } from './platform/secret-box.ts'

export interface OpenedGoogleSlides {
  /** Null in production without the settings. */
  slides: GoogleSlides | null
  /** Null with the settings, and in production. */
  sandbox: { path: string; handle(request: Request): Promise<Response> } | null
}

const sandboxPath = '/sandbox/google-slides'

/** Without the settings a sandbox replaces Google in development; in production it is off. */
export function openGoogleSlides(config: Config): OpenedGoogleSlides {
  const returnTo = `${config.mainOrigin}${slidesReturnPath}`
  if (config.googleSlides) {
    const { clientId: id, clientSecret: secret } = config.googleSlides
    const slides = connectGoogleSlides({
      client: { id, secret },
      returnTo,
      endpoints: googleEndpoints,
      api: googleApi,
      secrets: loadSecretBox(config),
    })
    return { slides, sandbox: null }
  }
  if (config.environment !== 'development') return { slides: null, sandbox: null }
  const base = `${config.mainOrigin}${sandboxPath}`
  const client = { id: 'carefold-local', secret: crypto.randomUUID() }
  const sandbox = createGoogleSlidesSandbox({ base, client, returnTo })
  return {
    slides: connectGoogleSlides({
      client,
      returnTo,
      endpoints: { authorize: `${base}/authorize`, token: `${base}/token` },
      api: sandbox.api,
      secrets: loadSecretBox(config),
    }),
    sandbox: { path: `${sandboxPath}/*`, handle: (request) => sandbox.fetch(request) },
  }
}
