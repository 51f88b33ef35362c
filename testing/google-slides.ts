import { createGoogleSlidesSandbox } from '#sandbox/google-slides/index.ts'
import {
  connectGoogleSlides,
  type GoogleSlides,
  slidesReturnPath,
} from '#server/platform/google-slides/connection.ts'
import { makeEncryptionKey, secretBox } from '#server/platform/secret-box.ts'

/** The sandbox's Google Slides, with a user's visit there. */
export interface TestGoogleSlides {
  slides: GoogleSlides
  /** @param url of `authorizeUrl`. @returns where the browser is sent back to */
  visit(url: string, choice: 'allow' | 'cancel'): Promise<URL>
  asked: string[]
}

const base = 'http://carefold.localhost:3000/sandbox/google-slides'

/** @param answer replaces the sandbox's answer unless it returns undefined */
export function testGoogleSlides(
  answer: (path: string) => Response | undefined = () => undefined,
): TestGoogleSlides {
  const client = { id: 'carefold-test', secret: 'secret-of-the-test' }
  const returnTo = `http://carefold.localhost:3000${slidesReturnPath}`
  const sandbox = createGoogleSlidesSandbox({ base, client, returnTo })
  const asked: string[] = []
  const own: typeof fetch = async (input, init) => {
    const path = String(input).slice(base.length)
    asked.push(path)
    return answer(path) ?? sandbox.api.fetch(input, init)
  }
  const slides = connectGoogleSlides({
    client,
    returnTo,
    endpoints: { authorize: `${base}/authorize`, token: `${base}/token` },
    api: { ...sandbox.api, fetch: own },
    secrets: secretBox(makeEncryptionKey()),
  })
  return {
    slides,
    asked,
    async visit(url, choice) {
      const form = new URL(url).searchParams
      form.set('choice', choice)
      const response = await sandbox.fetch(`${base}/authorize`, { method: 'POST', body: form })
      return new URL(response.headers.get('location') ?? 'about:blank')
    },
  }
}
