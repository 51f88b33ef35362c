import { useAvatars } from '#web/lib/files/file-links.ts'
import { displayName, useSession } from '#web/lib/session/session-context.ts'
import { Avatar } from '../ui/avatar.tsx'

export function OwnAvatar({ className }: { className?: string }) {
  const { user } = useSession()
  const avatars = useAvatars(user ? [user.id] : [])
  return (
    <Avatar name={user ? displayName(user) : ''} src={user && avatars.get(user.id)} className={className} />
  )
}
