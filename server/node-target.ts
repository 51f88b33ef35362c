import { isNodeName, isSubdomainShape, resolveClinicSlug } from '#domain/tenancy.ts'
import { mailReportsPath } from './features/notices/reports/receive-report.ts'
import { twilioPaths } from './features/text-messages/receive-text.ts'
import { webhookPaths } from './payments.ts'
import type { Config } from './platform/config/config.ts'
import { classifyHost } from './platform/http/caller.ts'
import type { Admission } from './platform/limits/admission.ts'

/** Sent to the main site for all clinics: each node processes its own clinics' and ignores the others'. */
const sharedHooks: readonly string[] = [...Object.values(webhookPaths), twilioPaths.inbound, mailReportsPath]

/** `clinic`: the node that has it. `node`: this one. Neither: the first. */
export type Target = { clinic: string } | { node: string } | 'every' | 'first'

/** As `callerOf` and the pages choose the clinic. @param named the header `x-clinic` */
export function targetOf(method: string, url: URL, named: string | null, config: Config): Target {
  const host = classifyHost(url.hostname, config)
  if (host.kind === 'clinic') return { clinic: host.subdomain }
  const [label = ''] = url.hostname.toLowerCase().split('.')
  if (host.kind === 'main' && isNodeName(label) && config.databaseNodes.some(({ name }) => name === label))
    return { node: label }
  if (method === 'POST' && sharedHooks.includes(url.pathname)) return 'every'
  const folded = named?.trim().toLowerCase()
  const clinic = folded && isSubdomainShape(folded) ? folded : resolveClinicSlug(url, config.appDomain)
  return clinic ? { clinic } : 'first'
}

/**
 * Each node admits its own requests.
 * @param at the admission of a node; undefined: the first's
 * @param others of all nodes but the first
 */
export function admissionByNode(
  config: Config,
  first: Admission,
  at: (target: Exclude<Target, string>) => Admission | undefined,
  others: () => Iterable<Admission>,
): Admission {
  return {
    admit(request, response, letIn) {
      const { method = '', url = '', headers } = request
      const address = `http://${headers.host}${url}`
      const named = String(headers['x-clinic'] ?? '')
      const target = URL.canParse(address) ? targetOf(method, new URL(address), named, config) : 'first'
      const admission = typeof target === 'string' ? first : (at(target) ?? first)
      admission.admit(request, response, letIn)
    },
    isPaid: (request) => [first, ...others()].some((admission) => admission.isPaid(request)),
  }
}
