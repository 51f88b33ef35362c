import sharp from 'sharp'
import { localConsent, secret } from '../consent.ts'
import { consentPage, problemPage } from './page.ts'

export interface GoogleSlidesSandbox {
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** For readers, in place of Google's API. */
  api: { base: string; isPicture(url: URL): boolean; fetch: typeof fetch }
}

export interface GoogleSlidesSandboxOptions {
  /** Absolute address without a trailing slash. */
  base: string
  client: { id: string; secret: string }
  returnTo: string
  now?(): Date
}

const tokenMs = 3_600_000
/** As at Google: the address of a picture is valid for this long. */
const pictureMs = 1_800_000

const colors = ['#1f3350', '#e2eee8', '#f4efe4', '#ffffff']
const lines = [
  'Bend only as far as it feels good',
  'Breathe out while you push',
  'Twice a day, ten times each',
  'Stop where it hurts, and call us',
]

/**
 * Google Slides in this process, for installations that are not registered there. A presentation is generated from
 * its id: one with `private` is not shared, `-12-slides` has twelve slides, others five. All data is in memory.
 */
export function createGoogleSlidesSandbox(options: GoogleSlidesSandboxOptions): GoogleSlidesSandbox {
  const { base, client, returnTo, now = () => new Date() } = options
  const { wrongRequest, decide, isClient, takesCode } = localConsent({
    ...{ client, returnTo, now },
    wrongScope: (scope) =>
      scope.endsWith('/auth/presentations.readonly') ? null : 'Only reading is served.',
  })
  const tokens = new Map<string, number>()
  const pictures = new Map<string, { number: number; expiresAt: number }>()
  const drawn = new Map<number, Buffer>()
  const ms = () => now().getTime()

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.slice(new URL(base).pathname.length)
    if (path === '/authorize') return authorize(request, url)
    if (path === '/token' && request.method === 'POST') return exchange(await formOf(request))
    if (path.startsWith('/pictures/')) return picture(path.slice('/pictures/'.length))
    const [, id, pageId] = /^\/v1\/presentations\/([^/]+)(?:\/pages\/([^/]+)\/thumbnail)?$/.exec(path) ?? []
    if (!id || request.method !== 'GET') return refuse('NOT_FOUND', 404)
    const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    if ((tokens.get(token) ?? 0) < ms()) return refuse('UNAUTHENTICATED', 401)
    const count = slideCount(decodeURIComponent(id))
    if (count === 0) return refuse('NOT_FOUND', 404)
    return pageId === undefined ? presentation(id, count) : thumbnail(decodeURIComponent(pageId), count)
  }

  async function authorize(request: Request, { searchParams }: URL): Promise<Response> {
    const asked = request.method === 'POST' ? await formOf(request) : searchParams
    const wrong = wrongRequest(asked)
    if (wrong) return problemPage(wrong)
    return request.method === 'POST' ? decide(asked) : consentPage(asked)
  }

  function exchange(form: URLSearchParams): Response {
    if (!isClient(form)) return Response.json({ error: 'invalid_client' }, { status: 401 })
    if (!takesCode(form)) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const token = secret()
    tokens.set(token, ms() + tokenMs)
    return Response.json({ access_token: token, token_type: 'Bearer', expires_in: tokenMs / 1_000 })
  }

  function thumbnail(pageId: string, count: number): Response {
    const number = Number(/^p(\d+)$/.exec(pageId)?.[1] ?? 0)
    if (number < 1 || number > count) return refuse('NOT_FOUND', 404)
    const key = secret()
    pictures.set(key, { number, expiresAt: ms() + pictureMs })
    return Response.json({ contentUrl: `${base}/pictures/${key}`, width: 1_600, height: 900 })
  }

  async function picture(key: string): Promise<Response> {
    const found = pictures.get(key)
    if (!found || found.expiresAt < ms()) return refuse('FORBIDDEN', 403)
    const bytes =
      drawn.get(found.number) ??
      (await sharp(Buffer.from(drawing(found.number)))
        .png()
        .toBuffer())
    drawn.set(found.number, bytes)
    return new Response(Uint8Array.from(bytes), { headers: { 'content-type': 'image/png' } })
  }

  const own: typeof fetch = (input, init) => answer(new Request(input, init))
  return {
    fetch: own,
    api: { base, isPicture: (url) => url.href.startsWith(`${base}/pictures/`), fetch: own },
  }
}

function slideCount(id: string): number {
  if (id.length < 20 || id.includes('private')) return 0
  return Number(/-(\d{1,3})-slides/.exec(id)?.[1] ?? 5)
}

function presentation(id: string, count: number): Response {
  const text = (content: string, type?: string) => ({
    shape: {
      ...(type && { placeholder: { type } }),
      text: { textElements: [{ textRun: { content: `${content}\n` } }] },
    },
  })
  return Response.json({
    presentationId: id,
    title: 'Strong knees',
    slides: Array.from({ length: count }, (_, at) => ({
      objectId: `p${at + 1}`,
      pageElements: [text(`Strong knees, part ${at + 1}`), text(lines[at % lines.length] ?? '')],
      slideProperties: { notesPage: { pageElements: [text(`Show part ${at + 1} yourself.`, 'BODY')] } },
    })),
  })
}

function drawing(number: number): string {
  const at = number - 1
  const ink = at % colors.length === 0 ? '#ffffff' : '#1d3b33'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900">
<rect width="1600" height="900" fill="${colors[at % colors.length]}"/>
<text x="140" y="300" font-family="sans-serif" font-size="84" fill="${ink}">Strong knees, part ${number}</text>
<text x="140" y="440" font-family="sans-serif" font-size="48" fill="${ink}">${lines[at % lines.length]}</text>
<circle cx="1340" cy="640" r="${110 + (number % 4) * 20}" fill="#8fb79c"/></svg>`
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text())
}

function refuse(status: string, code: number): Response {
  return Response.json({ error: { code, status } }, { status: code })
}
