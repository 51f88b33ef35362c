import { Outlet } from 'react-router'
import { AccessFrame } from './access-frame.tsx'

export default function AccessLayout() {
  return (
    <AccessFrame>
      <Outlet />
    </AccessFrame>
  )
}
