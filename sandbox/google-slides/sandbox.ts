import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
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

const codeMs = 60_000
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
  const codes = new Map<string, { challenge: string; expiresAt: number }>()
  const tokens = new Map<string, number>()
  const pictures = new Map<string, { number: number; expiresAt: number }>()
  const drawn = new Map<number, Buffer>()
  const ms = () => now().getTime()
  const secret = () => randomBytes(24).toString('base64url')

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.slice(new URL(base).pathname.length)
    if (path === '/authorize' && request.method === 'GET') return consent(url.searchParams)
    if (path === '/authorize' && request.method === 'POST') return decide(await formOf(request))
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

  function consent(request: URLSearchParams): Response {
    const wrong = wrongRequest(request)
    return wrong ? problemPage(wrong) : consentPage(request)
  }

  /** Checked before any redirect. */
  function wrongRequest(request: URLSearchParams): string | null {
    if (request.get('client_id') !== client.id) return 'The application is not known here.'
    if (request.get('redirect_uri') !== returnTo) return 'The return address is not registered.'
    if (request.get('response_type') !== 'code') return 'Only response_type=code is served.'
    if (request.get('code_challenge_method') !== 'S256' || !request.get('code_challenge'))
      return 'The request has no PKCE challenge with S256.'
    if (!request.get('scope')?.endsWith('/auth/presentations.readonly')) return 'Only reading is served.'
    return null
  }

  function decide(form: URLSearchParams): Response {
    const wrong = wrongRequest(form)
    if (wrong) return problemPage(wrong)
    const back = new URL(returnTo)
    back.searchParams.set('state', form.get('state') ?? '')
    if (form.get('choice') === 'allow') {
      const code = `4/${secret()}`
      codes.set(code, { challenge: form.get('code_challenge') ?? '', expiresAt: ms() + codeMs })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    return new Response(null, {
      status: 303,
      headers: { location: back.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    })
  }

  function exchange(form: URLSearchParams): Response {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return Response.json({ error: 'invalid_client' }, { status: 401 })
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.expiresAt < ms() || grant.challenge !== challenge)
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
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
