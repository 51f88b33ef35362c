import { Link } from 'react-router'
import { activityActor, activitySentence } from '#domain/activity/activity.ts'
import { personPath } from '#domain/paths.ts'
import { withClinic } from '#web/lib/clinic-address.ts'
import type { NamedEntry } from './queries.ts'

/** What happened; the name of whom it is about leads to their page. */
export function EntryText({ entry }: { entry: NamedEntry }) {
  const sentence = activitySentence(entry, entry.subjectName)
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

/** Who did it, with the way to their page. */
export function EntryActor({ entry }: { entry: NamedEntry }) {
  const who = activityActor(entry, entry.actorName)
  return entry.actorPersonId && entry.actorName ? (
    <PersonLink id={entry.actorPersonId}>{who}</PersonLink>
  ) : (
    who
  )
}

function PersonLink({ id, children }: { id: string; children: string }) {
  return (
    <Link to={withClinic(personPath(id))} className="underline-offset-2 hover:underline">
      {children}
    </Link>
  )
}
