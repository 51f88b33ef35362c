import { noticeDays } from '#domain/notices/user-notices.ts'
import { userNoticeTexts } from '#domain/texts/notices.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { NoticeList } from '#web/features/notices/notice-list.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'

const texts = userNoticeTexts

export default function Notices() {
  const clinic = useClinic()
  return (
    <div className="max-w-180">
      <PageHeading title={texts.title} site={clinic.name} lead={texts.keptFor(noticeDays)} />
      <div className="mt-6">
        <NoticeList clinic={clinic} />
      </div>
    </div>
  )
}
