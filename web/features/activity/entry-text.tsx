import { Link } from 'react-router'
import { activityActor, activitySentence } from '#domain/activity/activity.ts'
import { personPath } from '#domain/paths.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { NamedEntry } from './queries.ts'

export function EntryText({ entry }: { entry: NamedEntry }) {
  const sentence = activitySentence(entry, entry.subjectName, entry.taskTitle)
  const name = entry.subjectName ?? entry.subject ?? ''
  const start = entry.subjectPersonId && name ? sentence.indexOf(name) : -1
  if (start < 0 || !entry.subjectPersonId) return sentence
  return (
    <>
      {sentence.slice(0, start)}
      <PersonLink id={entry.subjectPersonId}>{name}</PersonLink>
      {sentence.slice(start + name.length)}
    </>
  )
}

export function EntryActor({ entry }: { entry: NamedEntry }) {
  const who = activityActor(entry, entry.actorName)
  return entry.actorPersonId && entry.actorName ? (
    <PersonLink id={entry.actorPersonId} className="inline-block leading-6">
      {who}
    </PersonLink>
  ) : (
    who
  )
}

function PersonLink({ id, className, children }: { id: string; className?: string; children: string }) {
  return (
    <Link to={withClinic(personPath(id))} className={cn('underline-offset-2 hover:underline', className)}>
      {children}
    </Link>
  )
}
