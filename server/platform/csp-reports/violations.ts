import { z } from 'zod'
import { pagePatternOf } from '#domain/page-patterns.ts'

const directives = [
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...['style-src-attr', 'img-src', 'font-src', 'connect-src', 'media-src', 'object-src', 'frame-src'],
  ...['child-src', 'worker-src', 'manifest-src', 'base-uri', 'form-action', 'frame-ancestors', 'sandbox'],
  ...['require-trusted-types-for', 'trusted-types', 'upgrade-insecure-requests'],
] as const
type Directive = (typeof directives)[number]

type Blocked = 'inline' | 'eval' | 'trusted-types' | 'self' | 'origin' | 'data' | 'blob' | 'other'

/** The stored part of a report: constants of this file, and one origin. */
export interface Violation {
  directive: Directive | 'other'
  blocked: Blocked
  /** Such as `https://elsewhere.example`; null unless `blocked` is `origin`. */
  origin: string | null
  /** The page's pattern: `/members/:id`. */
  page: string
  disposition: 'enforce' | 'report' | 'other'
  /** Browser extensions change pages, so their violations are counted separately. */
  cause: 'page' | 'extension'
}

const mostAtOnce = 20

const text = z.string().catch('')
/** `application/reports+json` (Reporting API). */
const reports = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      effectiveDirective: text,
      blockedURL: text,
      documentURL: text,
      sourceFile: text,
      disposition: text,
    }),
  }),
)
/** `application/csp-report` (Content Security Policy 2). Not all browsers send every field. */
const report = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
    disposition: text,
  }),
})

interface Reported {
  directive: string
  blocked: string
  document: string
  source: string
  disposition: string
}

/**
 * Reads a report in either format. The content is untrusted: only known values, the page's pattern and the blocked origin
 * are returned.
 */
export function readViolations(body: string): Violation[] | null {
  const json = parse(body)
  const several = reports.safeParse(json)
  if (several.success)
    return several.data
      .filter(({ type }) => type === 'csp-violation')
      .slice(0, mostAtOnce)
      .map(({ body: { effectiveDirective, blockedURL, documentURL, sourceFile, disposition } }) =>
        kept({
          directive: effectiveDirective,
          blocked: blockedURL,
          document: documentURL,
          source: sourceFile,
          disposition,
        }),
      )
  const one = report.safeParse(json)
  if (!one.success) return null
  const fields = one.data['csp-report']
  return [
    kept({
      // the older field is the directive with its sources
      directive: fields['effective-directive'] || (fields['violated-directive'].split(' ')[0] ?? ''),
      blocked: fields['blocked-uri'],
      document: fields['document-uri'],
      source: fields['source-file'],
      disposition: fields.disposition,
    }),
  ]
}

function kept({ directive, blocked, document, source, disposition }: Reported): Violation {
  const page = URL.canParse(document) ? new URL(document) : null
  return {
    directive: directives.find((known) => known === directive) ?? 'other',
    ...blockedOf(blocked, page?.origin),
    page: page ? pagePatternOf(page.pathname) : 'other',
    disposition: disposition === 'enforce' || disposition === 'report' ? disposition : 'other',
    cause: isExtension(blocked) || isExtension(source) ? 'extension' : 'page',
  }
}

const keywords: Record<string, Blocked> = {
  inline: 'inline',
  eval: 'eval',
  'wasm-eval': 'eval',
  'trusted-types-policy': 'trusted-types',
  'trusted-types-sink': 'trusted-types',
  self: 'self',
  data: 'data',
  blob: 'blob',
}

/** @param own the page's origin */
function blockedOf(blocked: string, own: string | undefined): Pick<Violation, 'blocked' | 'origin'> {
  const keyword = Object.hasOwn(keywords, blocked) ? keywords[blocked] : undefined
  if (keyword) return { blocked: keyword, origin: null }
  if (!URL.canParse(blocked)) return { blocked: 'other', origin: null }
  const { protocol, host } = new URL(blocked)
  if (protocol === 'data:') return { blocked: 'data', origin: null }
  if (protocol === 'blob:') return { blocked: 'blob', origin: null }
  if (!/^(https?|wss?):$/.test(protocol) || !/^[a-z0-9.-]{1,100}(:\d+)?$/.test(host))
    return { blocked: 'other', origin: null }
  const origin = `${protocol}//${host}`
  return origin === own ? { blocked: 'self', origin: null } : { blocked: 'origin', origin }
}

/** Browsers report an extension by its scheme; Safari by a masked one. */
function isExtension(address: string): boolean {
  return /^(?:(?:chrome|moz|safari|safari-web)-extension|webkit-masked-url)(?::|$)/i.test(address)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
