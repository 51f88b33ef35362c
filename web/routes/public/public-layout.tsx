import { Outlet } from 'react-router'
import { TopBar } from '#web/features/shell/top-bar.tsx'
import { PublicFrame } from './public-frame.tsx'

export default function PublicLayout() {
  return (
    <PublicFrame bar={<TopBar />}>
      <Outlet />
    </PublicFrame>
  )
}
