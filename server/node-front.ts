import { AppError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { App } from './app.ts'
import type { Bindings } from './app-parts.ts'
import type { NodeDirectory } from './node-directory.ts'
import { admissionByNode, targetOf } from './node-target.ts'
import type { Config } from './platform/config/config.ts'
import { refusalHeaders } from './platform/http/function-response.ts'
import { limitBody } from './platform/http/limit-body.ts'
import { commonHeaders } from './platform/http/security-headers.ts'
import type { Admission } from './platform/limits/admission.ts'
import type { Logger } from './platform/log.ts'
import type { ServedNode } from './served-node.ts'

const maxHookBytes = 1024 * 1024

/** Answers of a node that may not have the clinic. */
const doubtful = [401, 403, 404]

type Served = Pick<ServedNode, 'app' | 'admission'>

/** Answers each request at the node of its clinic. */
export function createNodeFront(parts: {
  config: Config
  first: Served
  /** Undefined: not open yet. */
  nodes: ReadonlyMap<string, Served | undefined>
  directory: NodeDirectory
  log: Logger
}): { fetch: App['fetch']; admission: Admission } {
  const { config, first, nodes, directory, log } = parts

  const at = (name: string | null): Served | undefined => (name === null ? first : nodes.get(name))

  async function ofClinic(clinic: string, request: Request, env: Bindings | undefined): Promise<Response> {
    const name = await directory.nodeOf(clinic).catch((error: unknown) => {
      log.error('nodes.directory_unreadable', { error })
      return undefined
    })
    const served = name === undefined ? undefined : at(name)
    if (!served) return unavailable(request)
    const response = await served.app.fetch(request, env)
    if (!doubtful.includes(response.status)) return response
    directory.doubt(clinic)
    // a clinic that was just created or moved
    const other = isRepeatable(request) ? at(await directory.nodeOf(clinic).catch(() => null)) : served
    return other && other !== served ? other.app.fetch(request, env) : response
  }

  /** The sender repeats an event that one node has not taken. */
  async function ofEvery(request: Request, env: Bindings | undefined): Promise<Response> {
    const { url, method, headers } = request
    const body = await limitBody(request, maxHookBytes)
      .arrayBuffer()
      .catch((error: unknown) => {
        if (error instanceof AppError) return error
        throw error
      })
    if (body instanceof AppError) return refused(request, body)
    const answers = await Promise.all(
      [first, ...nodes.values()].map(
        (served) =>
          served?.app.fetch(new Request(url, { method, headers, body }), env) ?? unavailable(request),
      ),
    )
    return answers.find(({ status }) => status >= 500) ?? answers[0] ?? unavailable(request)
  }

  return {
    async fetch(request, env) {
      const target = targetOf(request.method, new URL(request.url), request.headers.get('x-clinic'), config)
      if (target === 'every') return ofEvery(request, env)
      if (target === 'first') return first.app.fetch(request, env)
      if ('clinic' in target) return ofClinic(target.clinic, request, env)
      return at(target.node)?.app.fetch(request, env) ?? unavailable(request)
    },
    admission: admissionByNode(
      config,
      first.admission,
      (target) => at('node' in target ? target.node : directory.known(target.clinic))?.admission,
      () => [...nodes.values()].flatMap((served) => served?.admission ?? []),
    ),
  }
}

const isRepeatable = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function unavailable(request: Request): Response {
  return refused(request, new AppError('unavailable', { details: { retryAfterSeconds: 5 } }))
}

function refused(request: Request, error: AppError): Response {
  const { code, status } = error
  const message = errorTexts[code]
  const headers = { ...commonHeaders, 'Cache-Control': 'no-store', ...refusalHeaders(error) }
  return request.headers.get('accept')?.includes('text/html')
    ? new Response(message, { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } })
    : Response.json({ code, message }, { status, headers })
}
