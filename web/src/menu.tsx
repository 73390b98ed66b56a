// A button that opens a menu: a native select would act at the first arrow key.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Item {
  key: string;
  text: string;
  help?: string;
}

export function Menu({ label, name, items, act }: { label: string; name?: string; items: Item[]; act: (key: string) => void }) {
  const [place, setPlace] = useState<Record<string, string> | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const typed = useRef({ text: "", time: 0 });
  const entries = () => [...list.current!.querySelectorAll("button")];
  useLayoutEffect(() => {
    if (place) entries()[0]?.focus();
  }, [place !== null]);
  const open = () => {
    const box = button.current!.getBoundingClientRect();
    const below = innerHeight - box.bottom > 200 || box.top < innerHeight / 2;
    setPlace({
      left: `${Math.max(4, Math.min(box.left, innerWidth - 260))}px`,
      maxHeight: `${(below ? innerHeight - box.bottom : box.top) - 12}px`,
      ...(below ? { top: `${box.bottom + 2}px` } : { bottom: `${innerHeight - box.top + 2}px` }),
    });
  };
  const close = (again = true) => {
    setPlace(null);
    if (again) button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const here = all.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: (here + 1) % all.length, ArrowUp: (here - 1 + all.length) % all.length, Home: 0, End: all.length - 1 };
    if (event.key === "Escape" || event.key === "Tab") return close();
    if (event.key in to) {
      event.preventDefault();
      all[to[event.key as keyof typeof to]]!.focus();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey) {
      const known = typed.current;
      known.text = (event.timeStamp - known.time < 700 ? known.text : "") + event.key.toLowerCase();
      known.time = event.timeStamp;
      all.find((each) => each.textContent!.toLowerCase().startsWith(known.text))?.focus();
    }
  };
  return (
    <span class="menu">
      <button
        type="button"
        class="small"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        aria-label={name}
        onClick={() => (place ? close() : open())}
      >
        {label}
      </button>
      {place && (
        <ul
          role="menu"
          aria-label={name ?? label}
          ref={list}
          style={place}
          onKeyDown={onKeyDown}
          onFocusOut={(event) => {
            if (!list.current?.contains(event.relatedTarget as Node) && event.relatedTarget !== button.current) close(false);
          }}
        >
          {items.map((item) => (
            <li role="none" key={item.key}>
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                title={item.help}
                onClick={() => {
                  close();
                  act(item.key);
                }}
              >
                {item.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </span>
  );
}
