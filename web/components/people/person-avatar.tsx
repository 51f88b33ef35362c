import { createContext, type ReactNode, useContext } from 'react'
import { useAvatars } from '#web/lib/files/file-links.ts'
import { Avatar } from '../ui/avatar.tsx'

const Pictures = createContext<ReadonlyMap<string, string>>(new Map())

/** Reads the avatars of a list in one request, for `PersonAvatar`s inside. @param userIds null: without a login */
export function AvatarsOf({
  userIds,
  children,
}: {
  userIds: readonly (string | null)[]
  children: ReactNode
}) {
  return <Pictures value={useAvatars(userIds.filter((id) => id !== null))}>{children}</Pictures>
}

/** A picture or initials, inside `AvatarsOf`. Decorative: the name is next to it. */
export function PersonAvatar({
  userId,
  name,
  className,
}: {
  userId: string | null
  name: string
  className?: string
}) {
  const src = useContext(Pictures).get(userId ?? '')
  return <Avatar name={name} src={src} className={className} />
}
