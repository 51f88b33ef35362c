import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { personName } from '#domain/memberships/person-name.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { formatClock } from '#domain/values/dates.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { usePageZone } from '#web/lib/clinic/page-zone.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import type { WorkingCopy } from '../queries.ts'

const texts = contentTexts.editor.conflict

export function ConflictChoice({
  theirs,
  onShowTheirs,
  onSaveMine,
}: {
  theirs: WorkingCopy
  onShowTheirs(): void
  onSaveMine(): void
}) {
  const { user } = useSession()
  const slug = useClinicSlug()
  const zone = usePageZone()
  const [asked, setAsked] = useState<'theirs' | 'mine' | null>(null)
  const who = theirs.changedBy
  const profiles = useQuery({
    queryKey: clinicKey(slug, 'content-editor', who),
    enabled: who !== null && who !== user?.id,
    queryFn: () => readProfiles([who as string]),
  })
  const profile = profiles.data?.[0]
  const name = who === user?.id ? texts.you : profile ? personName(profile, who) : texts.somebody
  return (
    <Notice tone="warning" title={texts.title(name, formatClock(theirs.updatedAt, zone))}>
      <p>{texts.text}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={() => setAsked('theirs')}>
          {texts.theirs}
        </Button>
        <Button variant="outline" size="small" onClick={() => setAsked('mine')}>
          {texts.mine}
        </Button>
      </div>
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        title={asked === 'mine' ? texts.mineTitle : texts.theirsTitle}
        consequence={asked === 'mine' ? texts.mineText : texts.theirsText}
        safeLabel={texts.cancel}
        actionLabel={asked === 'mine' ? texts.mineConfirm : texts.theirsConfirm}
        onAction={() => {
          setAsked(null)
          if (asked === 'mine') onSaveMine()
          else onShowTheirs()
        }}
      />
    </Notice>
  )
}
