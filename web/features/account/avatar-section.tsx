import type { User } from '@supabase/auth-js'
import { PictureField } from '#web/components/documents/picture-field.tsx'
import { OwnAvatar } from '#web/components/people/own-avatar.tsx'
import { useAvatars } from '#web/lib/files/file-links.ts'

export function AvatarSection({ user }: { user: User }) {
  return (
    <PictureField kind="avatar" hasPicture={useAvatars([user.id]).has(user.id)}>
      <OwnAvatar className="size-20 text-h3" />
    </PictureField>
  )
}
