import { searchBundle } from '#domain/fhir/bundle.ts'
import { capabilityStatement, smartConfiguration } from '#domain/fhir/capability-statement.ts'
import { fhirPath, tokenPath } from '#domain/fhir/paths.ts'
import { FhirProblem } from '#domain/fhir/problem.ts'
import type { AnyResource, Bundle, FhirPlace } from '#domain/fhir/resources.ts'
import { type FhirType, isFhirType, scopeOf } from '#domain/fhir/scopes.ts'
import { parseSearch, type SearchRequest } from '#domain/fhir/search-request.ts'
import { fhirTexts } from '#domain/texts/fhir.ts'
import type { Services } from '#server/clinic/action.ts'
import {
  enterAsProgram,
  type Program,
  type ProgramCaller,
} from '#server/features/api-keys/enter-as-program.ts'
import { issueToken } from '#server/features/api-keys/issue-token.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { bearerToken, clinicOf } from '#server/platform/http/caller.ts'
import { fhirAnswer, outcomeOf } from './answers.ts'
import { appointments } from './appointments.ts'
import { readBinary, sendBinary } from './binary.ts'
import { consents } from './consents.ts'
import { coverages } from './coverages.ts'
import { documents } from './documents.ts'
import { patients } from './patients.ts'
import { practitioners, schedules } from './providers.ts'
import type { Asking, Readable } from './readable.ts'
import { recordKeyRead } from './record-key-read.ts'
import { slots } from './slots.ts'

const texts = fhirTexts.problems

const readables: Record<FhirType, Readable> = {
  Patient: patients,
  Appointment: appointments,
  Practitioner: practitioners,
  Schedule: schedules,
  Slot: slots,
  Coverage: coverages,
  Consent: consents,
  DocumentReference: documents,
}

/**
 * Read-only FHIR R4 for the programs of a clinic (docs/contracts/fhir.md, docs/decisions/0215). A program reads as the
 * database role `clinic_api_key`, whose policies compare the clinic and the resources of its key; each read of patients'
 * data is audited with the patients. Errors are OperationOutcomes, except at the token endpoint.
 */
export function fhirEndpoint(services: Services) {
  return async (request: Request, info: { requestId: string; address: string | null }): Promise<Response> => {
    try {
      const clinic = clinicOf(request, new URL(request.url).hostname, services.config)
      if (!clinic) throw new FhirProblem(404, 'not-found', texts.noClinic)
      const place = { base: `${clinicOrigin(services.config, clinic)}${fhirPath}` }
      return await answer(services, request, { clinic, ...info }, place)
    } catch (error) {
      return outcomeOf(error, info.requestId, services.log)
    }
  }
}

async function answer(
  services: Services,
  request: Request,
  caller: ProgramCaller,
  place: FhirPlace,
): Promise<Response> {
  const url = new URL(request.url)
  const [type = '', id, ...others] = url.pathname.slice(fhirPath.length + 1).split('/')
  if (type === tokenPath && id === undefined) {
    if (request.method !== 'POST') throw new FhirProblem(405, 'not-supported', texts.method)
    return issueToken(services, caller, place, await formOf(request))
  }
  const isSearch = id === undefined || (id === '_search' && request.method === 'POST')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && !(request.method === 'POST' && id === '_search'))
    throw new FhirProblem(405, 'not-supported', texts.method)
  if (type === 'metadata' && id === undefined) return fhirAnswer(200, capabilityStatement(place))
  if (type === '.well-known' && id === 'smart-configuration') return Response.json(smartConfiguration(place))
  if (others.length > 0) throw new FhirProblem(404, 'not-supported', texts.interaction)
  const token = bearerToken(request)
  if (!token) throw new FhirProblem(401, 'login', texts.noToken)
  if (type === 'Binary' && id && !isSearch) {
    const file = await enterAsProgram(services, caller, token, (tx, program) => {
      requireScope(program, 'DocumentReference')
      return readBinary(tx, program.clinicId, id)
    })
    return sendBinary(services, request, id, file)
  }
  if (!isFhirType(type)) throw new FhirProblem(404, 'not-supported', texts.unknownType(type))
  const parameters = url.searchParams
  if (!isRead) for (const [name, value] of await formOf(request)) parameters.append(name, value)
  requireJson(request, parameters.get('_format'))
  const search = isSearch ? parseSearch(type, parameters) : null
  const body = await enterAsProgram<Bundle | AnyResource | null>(
    services,
    caller,
    token,
    async (tx, program) => {
      requireScope(program, type)
      const asking = askingOf(tx, program, place, services.clock.now())
      return search ? bundleOf(asking, type, search, parameters) : resourceOf(asking, type, id ?? '')
    },
  )
  // after the commit, so that the search for an unknown id is recorded
  if (!body) throw new FhirProblem(404, 'not-found', texts.notFound(`${type}/${id}`))
  return fhirAnswer(200, body)
}

function askingOf(tx: Tx, { clinicId, timeZone }: Program, place: FhirPlace, now: Date): Asking {
  return { tx, clinicId, place, zone: timeZone, now }
}

async function bundleOf(asking: Asking, type: FhirType, search: SearchRequest, parameters: URLSearchParams) {
  const { tables, search: find } = readables[type]
  const { found, next } = await find(asking, search)
  await record(asking, tables, found)
  return searchBundle(asking.place, type, { parameters, resources: found.map((each) => each.resource), next })
}

async function resourceOf(asking: Asking, type: FhirType, id: string) {
  const { tables, read } = readables[type]
  const found = await read(asking, id)
  await record(asking, tables, found ? [found] : [])
  return found?.resource ?? null
}

async function record(
  { tx }: Asking,
  tables: readonly string[],
  found: readonly { patientId: string | null }[],
): Promise<void> {
  if (tables.length === 0) return
  await recordKeyRead(
    tx,
    tables,
    found.flatMap(({ patientId }) => patientId ?? []),
  )
}

function requireScope({ resources }: Program, type: FhirType): void {
  if (!resources.includes(type)) throw new FhirProblem(403, 'forbidden', texts.noScope(scopeOf(type)))
}

/** `_format` decides before the header. */
function requireJson(request: Request, format: string | null): void {
  const wanted = format ?? request.headers.get('accept') ?? '*/*'
  if (!/json|\*\/\*|application\/\*/i.test(wanted)) throw new FhirProblem(406, 'not-supported', texts.format)
}

/** @throws AppError `body_too_large` */
async function formOf(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    throw new FhirProblem(415, 'not-supported', texts.form)
  return new URLSearchParams(await request.text())
}
