import type { User } from '@supabase/auth-js'
import { OwnAvatar } from '#web/components/own-avatar.tsx'
import { PictureField } from '#web/components/picture-field.tsx'
import { useAvatars } from '#web/lib/file-links.ts'

/** The person's picture, in all of their clinics: shown, chosen, cut and removed. */
export function AvatarSection({ user }: { user: User }) {
  return (
    <PictureField kind="avatar" hasPicture={useAvatars([user.id]).has(user.id)}>
      <OwnAvatar className="size-20 text-h3" />
    </PictureField>
  )
}
