import { useQuery } from '@tanstack/react-query'
import { BookOpen, History, MessagesSquare, ReceiptText, UserRound } from 'lucide-react'
import { invoiceElement } from '#domain/mailed-links.ts'
import type { FoundPerson } from '#domain/memberships/member-list.ts'
import { contentPath, messagesPath, personPath, personTab } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { containing } from '#web/lib/fetch/containing.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import type { PaletteGroup, PaletteOption } from './palette-options.ts'
import { recentPeople } from './recent-people.ts'

const texts = shellTexts.palette
/** The server requires two letters. */
const shortestSearch = 2
const mostOfKind = 5

interface Found {
  groups: PaletteGroup[]
  isBusy: boolean
  isFailed: boolean
}

function personOption({ id, name, email, phone, role }: FoundPerson, icon = UserRound): PaletteOption {
  const note = [phone, email].filter(Boolean).join(', ') || membershipTexts.roles[role]
  return { id, label: name, note, icon, path: personPath(id) }
}

const groupOf = (title: string, options: PaletteOption[]): PaletteGroup[] =>
  options.length > 0 ? [{ title, options }] : []

/** People from the server, debounced: each search is a recorded read. */
export function usePeople(slug: string, typed: string): Found {
  const asked = useSettled(typed)
  const search = useQuery({
    queryKey: clinicKey(slug, 'search-people', asked),
    enabled: asked.length >= shortestSearch,
    staleTime: 30_000,
    queryFn: () => callFunction('search-people', { text: asked }),
  })
  const found = asked === typed ? (search.data?.people ?? []) : []
  return {
    groups: groupOf(
      texts.people,
      found.map((person) => personOption(person)),
    ),
    isBusy: typed.length >= shortestSearch && (asked !== typed || search.isFetching),
    isFailed: search.isError,
  }
}

/** The people whose pages the user opened last, before a letter is typed. */
export function useRecentPeople(slug: string, userId: string, isShown: boolean): PaletteGroup[] {
  const ids = isShown ? recentPeople(slug, userId) : []
  const { data } = useQuery({
    queryKey: clinicKey(slug, 'recent-people', ids),
    enabled: ids.length > 0,
    staleTime: 30_000,
    queryFn: () => callFunction('recent-people', { ids }),
  })
  return groupOf(
    texts.recent,
    (ids.length > 0 ? (data?.people ?? []) : []).map((person) => personOption(person, History)),
  )
}

/** Invoices by number, lessons by title and conversations by person, each with the permission of its page. */
export function useRecords(slug: string, typed: string, may: (permission: Permission) => boolean): Found {
  const asked = useSettled(typed)
  const isSearched = asked.length >= shortestSearch
  const invoices = useQuery({
    queryKey: clinicKey(slug, 'search-invoices', asked),
    // every number has digits
    enabled: isSearched && /\d/.test(asked) && may('money:read'),
    staleTime: 30_000,
    queryFn: ({ signal }) => invoicesNumbered(asked, signal),
  })
  const lessons = useQuery({
    queryKey: clinicKey(slug, 'search-lessons', asked),
    enabled: isSearched && may('content:read'),
    staleTime: 30_000,
    queryFn: ({ signal }) => lessonsTitled(asked, signal),
  })
  const threads = useQuery({
    queryKey: clinicKey(slug, 'search-threads', asked),
    enabled: isSearched && may('messages:read') && may('patients:read'),
    staleTime: 30_000,
    queryFn: ({ signal }) => threadsWith(asked, signal),
  })
  const isCurrent = asked === typed && isSearched
  return {
    groups: isCurrent
      ? [
          ...groupOf(texts.threads, threads.data ?? []),
          ...groupOf(texts.invoices, invoices.data ?? []),
          ...groupOf(texts.lessons, lessons.data ?? []),
        ]
      : [],
    isBusy: [invoices, lessons, threads].some(({ isFetching }) => isFetching),
    isFailed: [invoices, lessons, threads].some(({ isError }) => isError),
  }
}

/** @internal */
export async function invoicesNumbered(text: string, signal: AbortSignal): Promise<PaletteOption[]> {
  const { data, error } = await rest
    .from('invoices')
    .select('id,number,patient_id,patient:patients(full_name)')
    .ilike('number', containing(text))
    .order('issued_at', { ascending: false })
    .limit(mostOfKind)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ id, number, patient_id, patient }) => ({
    id,
    label: number ?? id,
    note: patient?.full_name ?? '',
    icon: ReceiptText,
    path: `${personTab(patient_id, 'money')}#${invoiceElement(id)}`,
  }))
}

/** @internal */
export async function lessonsTitled(text: string, signal: AbortSignal): Promise<PaletteOption[]> {
  let request = rest
    .from('content_items')
    .select('id,title')
    .is('deleted_at', null)
    .order('title')
    .limit(mostOfKind)
  for (const word of text.split(/\s+/)) request = request.ilike('title', containing(word))
  const { data, error } = await request.abortSignal(signal)
  if (error) throw error
  return data.map(({ id, title }) => ({ id, label: title, icon: BookOpen, path: contentPath(id) }))
}

/** @internal */
export async function threadsWith(text: string, signal: AbortSignal): Promise<PaletteOption[]> {
  const { patients } = await callFunction('find-patients', { text })
  if (patients.length === 0) return []
  const { data, error } = await rest
    .from('message_threads')
    .select('patient_id')
    .in(
      'patient_id',
      patients.map(({ id }) => id),
    )
    .order('last_message_at', { ascending: false })
    .limit(mostOfKind)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ patient_id }) => ({
    id: `thread-${patient_id}`,
    label: patients.find(({ id }) => id === patient_id)?.name ?? '',
    icon: MessagesSquare,
    path: messagesPath(patient_id),
  }))
}
