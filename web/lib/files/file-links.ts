import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { FileLink } from '#domain/files/files.ts'
import { currentClinicSlug } from '../clinic/clinic-address.ts'
import type { ActionInput } from '../fetch/actions.ts'
import { callFunction, rest } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'
import { deviceMs } from '../page/clock.ts'
import { config } from '../page/config.ts'

const loadedAt = deviceMs()
/** Links are valid for at least five minutes. */
const renewAfterMs = 240_000
// the server's limit per call
const linksPerCall = 100

const none: ReadonlyMap<string, string> = new Map()

/**
 * URLs of files by file id, renewed while the page is open. A file that is unknown, forbidden or still loading has
 * none.
 */
export function useFileLinks(fileIds: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery(fileLinksQuery(currentClinicSlug(), fileIds))
  return data ?? none
}

/** URLs of avatars by account id; absent without one. */
export function useAvatars(userIds: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery(avatarsQuery(currentClinicSlug(), userIds))
  return data ?? none
}

export function avatarsKey(slug: string | null) {
  return clinicKey(slug, 'avatars')
}

/** URL of a clinic's logo; null without one. Public, so it needs no signed link. */
export function logoQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'logo'),
    enabled: slug !== null,
    staleTime: 5 * 60_000,
    ...(config.clinic && config.clinic.subdomain === slug
      ? {
          initialData: config.clinic.logoId && `/files/v1/${config.clinic.logoId}`,
          initialDataUpdatedAt: loadedAt,
        }
      : {}),
    // ignores the query's signal: pages that replace each other share the read and would cancel it
    queryFn: async (): Promise<string | null> => {
      const { data, error } = await rest
        .from('files')
        .select('id, clinics!inner(subdomain)')
        .eq('kind', 'logo')
        .not('attached_at', 'is', null)
        .eq('clinics.subdomain', slug as string)
        .maybeSingle()
      if (error) throw error
      return data && `/files/v1/${data.id}`
    },
  })
}

function fileLinksQuery(slug: string | null, fileIds: readonly string[]) {
  const ids = sorted(fileIds)
  return queryOptions({
    queryKey: clinicKey(slug, 'file-links', ids),
    enabled: ids.length > 0,
    staleTime: renewAfterMs,
    refetchInterval: renewAfterMs,
    queryFn: async (): Promise<ReadonlyMap<string, string>> =>
      new Map((await linksTo(ids, (fileIds) => ({ fileIds }))).map(({ fileId, url }) => [fileId, url])),
  })
}

function avatarsQuery(slug: string | null, userIds: readonly string[]) {
  const ids = sorted(userIds)
  return queryOptions({
    queryKey: clinicKey(slug, 'avatars', ids),
    enabled: ids.length > 0,
    // people who remain in a filtered list keep their avatar meanwhile
    placeholderData: keepPreviousData,
    staleTime: renewAfterMs,
    refetchInterval: renewAfterMs,
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const links = await linksTo(ids, (avatarsOf) => ({ avatarsOf }))
      return new Map(links.flatMap(({ ownerId, url }) => (ownerId ? [[ownerId, url]] : [])))
    },
  })
}

/** URL of one file; undefined if the reader may not see it. */
export async function linkTo(fileId: string): Promise<string | undefined> {
  const [link] = await linksTo([fileId], (fileIds) => ({ fileIds }))
  return link?.url
}

async function linksTo(
  ids: readonly string[],
  inputOf: (some: string[]) => ActionInput<'file-links'>,
): Promise<FileLink[]> {
  const answers = await Promise.all(inBatches(ids).map((some) => callFunction('file-links', inputOf(some))))
  return answers.flatMap(({ links }) => links)
}

function inBatches(ids: readonly string[]): string[][] {
  const batches: string[][] = []
  for (let start = 0; start < ids.length; start += linksPerCall)
    batches.push(ids.slice(start, start + linksPerCall))
  return batches
}

function sorted(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort()
}
