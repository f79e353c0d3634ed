// Downloads of files, and copies to the clipboard.

export function save(name: string, mime: string, parts: readonly (string | Blob)[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked late: a minute is more than enough for slow disks.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Copies by selecting a short placeholder: a long selected text takes seconds to lay out. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = ' ';
  area.style.position = 'fixed';
  area.style.opacity = '0';
  area.addEventListener('copy', (event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  });
  // A modal dialog blocks selections outside of it.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API is blocked in panels of DevTools.
    return copyBySelection(text);
  }
}
