import { queryOptions } from '@tanstack/react-query'
import { byUrgency } from '#domain/tasks/tasks.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export interface Task {
  id: string
  title: string
  patient: { id: string; name: string } | null
  /** account of the assignee; null once deleted */
  assigneeId: string | null
  dueOn: string | null
  isDone: boolean
  /** ISO instants */
  doneAt: string | null
  createdAt: string
  version: number
}

const columns =
  'id,title,assignee_id,due_on,done_at,created_at,version,patient:patients!tasks_patient_fkey(id,full_name)'

interface Row {
  id: string
  title: string
  assignee_id: string | null
  due_on: string | null
  done_at: string | null
  created_at: string
  version: number
  patient: { id: string; full_name: string } | null
}

const viewOf = (row: Row): Task => ({
  id: row.id,
  title: row.title,
  patient: row.patient && { id: row.patient.id, name: row.patient.full_name },
  assigneeId: row.assignee_id,
  dueOn: row.due_on,
  isDone: row.done_at !== null,
  doneAt: row.done_at,
  createdAt: row.created_at,
  version: row.version,
})

/** Tasks of one assignee, of all, or about a patient. */
export type TaskScope = { assigneeId: string } | { patientId: string } | 'everybody'

const scopeKey = (scope: TaskScope) => (scope === 'everybody' ? [scope] : Object.entries(scope)[0])

const mostOpen = 200
const mostDone = 10

/**
 * Open tasks by urgency, then recently done ones. Each read is recorded, because tasks name patients: refetched after a
 * change and on focus, but not polled.
 */
export function tasksQuery(clinic: Pick<Clinic, 'subdomain'>, scope: TaskScope) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'tasks', 'list', ...(scopeKey(scope) ?? [])),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<Task[]> => {
      const tasks = () => {
        const query = rest.from('tasks').select(columns)
        if (scope === 'everybody') return query
        return 'patientId' in scope
          ? query.eq('patient_id', scope.patientId)
          : query.eq('assignee_id', scope.assigneeId)
      }
      const [open, done] = await Promise.all([
        tasks()
          .is('done_at', null)
          .order('due_on', { nullsFirst: false })
          .order('created_at')
          .limit(mostOpen)
          .abortSignal(signal),
        tasks()
          .not('done_at', 'is', null)
          .order('done_at', { ascending: false })
          .limit(mostDone)
          .abortSignal(signal),
      ])
      if (open.error) throw open.error
      if (done.error) throw done.error
      return [...open.data.map(viewOf).sort(byUrgency), ...done.data.map(viewOf)]
    },
  })
}

/** One task as stored, for the form; null if missing. */
export function taskQuery(clinic: Pick<Clinic, 'subdomain'>, taskId: string) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'tasks', 'one', taskId),
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Task | null> => {
      const { data, error } = await rest
        .from('tasks')
        .select(columns)
        .eq('id', taskId)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data && viewOf(data)
    },
  })
}
