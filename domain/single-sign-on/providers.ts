import * as z from 'zod/mini'
import { singleSignOnTexts } from '../texts/single-sign-on.ts'
import { onOneLine } from '../values/one-line.ts'
import type { SsoDomainView } from './domains.ts'

const rules = singleSignOnTexts.validation

export const providerWays = ['metadata', 'fields'] as const

interface ProviderForm {
  way: (typeof providerWays)[number]
  metadata: string
  entityId: string
  ssoUrl: string
  certificate: string
}

/** A rule for one of the two ways, reported together with errors of other fields. */
function needs(
  way: ProviderForm['way'],
  path: keyof ProviderForm,
  isGiven: (form: ProviderForm) => boolean,
  error: string,
) {
  return z.refine<ProviderForm>((form) => form.way !== way || isGiven(form), {
    path: [path],
    error,
    when: () => true,
  })
}

const longText = (maxLength: number) => z.string().check(z.trim(), z.maxLength(maxLength))

/** Only the fields of the selected way are checked. */
export const addSsoProviderInput = z
  .object({
    name: z.string().check(onOneLine(), z.minLength(1, rules.name), z.maxLength(60, rules.name)),
    /** Separated by commas or spaces. */
    domains: z.string().check(
      z.trim(),
      z.superRefine((typed, context) => {
        const domains = domainsOf(typed)
        const wrong = domains.find((domain) => !isDomain(domain))
        const message =
          domains.length === 0
            ? rules.domains
            : wrong !== undefined
              ? rules.domain(wrong.slice(0, 60))
              : domains.length > 20
                ? rules.tooManyDomains
                : null
        if (message) context.addIssue({ code: 'custom', message, input: typed })
      }),
    ),
    way: z.enum(providerWays),
    metadata: longText(200_000),
    entityId: longText(1024),
    ssoUrl: longText(2048),
    /** PEM, one or several, or bare base64. */
    certificate: longText(20_000),
    emailAttribute: z.string().check(z.trim(), z.maxLength(255, rules.attribute)),
    joinsAnyone: z.boolean(),
  })
  .check(
    needs('metadata', 'metadata', ({ metadata }) => metadata !== '', rules.metadata),
    needs('fields', 'entityId', ({ entityId }) => entityId !== '', rules.entityId),
    needs('fields', 'ssoUrl', ({ ssoUrl }) => isSignInAddress(ssoUrl), rules.ssoUrl),
    needs('fields', 'certificate', ({ certificate }) => certificate !== '', rules.certificate),
  )
export type AddSsoProviderInput = z.infer<typeof addSsoProviderInput>

export const ssoProviderInput = z.object({ providerId: z.uuid() })
export const switchSsoProviderInput = z.object({ providerId: z.uuid(), isEnabled: z.boolean() })

export interface SsoProviderView {
  id: string
  name: string
  entityId: string
  domains: string[]
  joinsAnyone: boolean
  isEnabled: boolean
}

export interface SsoSettings {
  /** Whether this installation supports single sign-on. */
  isAvailable: boolean
  /** To be entered at the identity provider. */
  serviceProvider: { entityId: string; acsUrl: string }
  providers: SsoProviderView[]
  /** Domains of the providers, each once. */
  domains: SsoDomainView[]
}

export interface SignInOrganization {
  id: string
  name: string
}

/** Lower case, each once. @param typed separated by commas or spaces */
export function domainsOf(typed: string): string[] {
  return [...new Set(typed.toLowerCase().split(/[\s,;]+/))].filter((domain) => domain !== '')
}

function isDomain(domain: string): boolean {
  return (
    domain.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)
  )
}

/** https, or a provider on the local machine. */
export function isSignInAddress(text: string): boolean {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (!url || url.username || url.password) return false
  const isLocal = /^((.+\.)?localhost|127\.0\.0\.1)$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
}
