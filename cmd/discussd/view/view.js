// Keeps the page as things are: an event says that it is another one, and what stands in
// its <main> is taken anew. Without this script the page is as it was when it was opened.
"use strict";
(() => {
	const status = document.getElementById("live");
	const say = (text) => { if (status && status.textContent !== text) status.textContent = text; };
	let again = false, busy = false;
	async function renew() {
		again = true;
		if (busy) return;
		busy = true;
		try {
			while (again) {
				again = false;
				const answer = await fetch(location.pathname, { cache: "no-store" });
				if (!answer.ok) continue;
				const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
				const old = document.querySelector("main"), main = fresh.querySelector("main");
				if (!main || old.isEqualNode(main)) continue;
				const open = [...old.querySelectorAll("details")].map((d) => d.open);
				const at = document.activeElement && document.activeElement.getAttribute("href");
				[...main.querySelectorAll("details")].forEach((d, i) => { d.open = Boolean(open[i]); });
				old.replaceWith(main);
				document.title = fresh.title;
				if (at) [...main.querySelectorAll("a")].find((a) => a.getAttribute("href") === at)?.focus({ preventScroll: true });
			}
		} catch {
			say(status.dataset.ended);
		} finally {
			busy = false;
		}
	}
	const events = new EventSource(document.currentScript.dataset.live);
	events.onopen = () => say(status.dataset.connected);
	events.onerror = () => say(status.dataset.ended);
	events.onmessage = renew;
})();
