import * as z from 'zod/mini'

/** Parameters with which Google or Microsoft redirect a browser after a user's consent. Microsoft's codes are long. */
export const consentInput = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(4_000)),
  state: z.string().check(z.minLength(1), z.maxLength(2_000)),
})

type ConsentAnswer = z.infer<typeof consentInput> | 'denied'

/** Returns a browser to the page that asked for consent, with a URL fragment, which no server and no log reads. */
export function consentReturn(name: string) {
  return {
    /** @returns the fragment with its `#` */
    write: (answer: ConsentAnswer): string =>
      `#${name}=${answer === 'denied' ? answer : new URLSearchParams(answer)}`,
    /** @param hash `location.hash`. @returns null for any other fragment */
    read(hash: string): ConsentAnswer | null {
      if (!hash.startsWith(`#${name}=`) || hash.length === name.length + 2) return null
      const { code, state } = Object.fromEntries(new URLSearchParams(hash.slice(name.length + 2)))
      return code && state ? { code, state } : 'denied'
    },
  }
}
