/** A decorative picture beside the list: a laid table with a plant, a covered dish and a table's code. */
export function LaidTable({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 240" fill="none" aria-hidden="true" className={className}>
      <g strokeLinecap="round" strokeLinejoin="round" strokeWidth="4">
        <path d="M132 52c-9-14 7-20 0-36M176 52c-9-14 7-20 0-36" stroke="var(--accent)" strokeWidth="6" />
        <path d="M58 134h22v28H58Z" fill="var(--ready-soft)" stroke="var(--ready)" />
        <path
          d="M69 134v-24m0 6c-16-2-20-14-18-26 14 2 20 12 18 26Zm0-8c0-14 8-22 20-24 1 14-6 24-20 24Z"
          fill="var(--ready-soft)"
          stroke="var(--ready)"
        />
        <ellipse cx="162" cy="154" rx="76" ry="8" fill="var(--china)" stroke="var(--line)" />
        <path d="M110 150c2-34 24-52 52-52s50 18 52 52Z" fill="var(--china)" stroke="var(--line)" />
        <circle cx="162" cy="92" r="7" fill="var(--china)" stroke="var(--line)" />
        <path d="M272 162v-34" stroke="var(--ink)" />
        <rect x="246" y="76" width="52" height="52" rx="9" fill="var(--code-ground)" stroke="var(--ink)" />
      </g>
      <path d="M256 86h12v12h-12Zm20 0h12v12h-12Zm-20 20h12v12h-12Zm20 0h6v6h-6Zm8 8h6v4h-6Z" fill="var(--code)" />
      <g stroke="var(--accent)" strokeLinecap="round" strokeWidth="9">
        <path d="M16 166h288M54 170l-14 64M266 170l14 64" />
      </g>
    </svg>
  )
}
