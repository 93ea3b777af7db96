"""Stores a memory, searches for it, and asks the agent: python3 examples/remember.py

ANIMA_URL is the service's address, ANIMA_TOKEN its write token.
"""
import os

import requests

url = os.environ.get("ANIMA_URL", "http://127.0.0.1:3210")
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['ANIMA_TOKEN']}"


def answer(response: requests.Response) -> dict:
    body = response.json()
    if not response.ok:
        raise SystemExit(f"{body['code']}: {body['error']}")
    return body


memory = {"type": "episodic", "content": "Mara repainted the lighthouse door in the spring of 2019."}
stored = answer(session.post(f"{url}/memories/store-dedup", json=memory))
print("stored as" if stored["unique"] else "known as", stored["memoryId"])

found = answer(session.get(f"{url}/memories/search", params={"q": "Who painted the door?", "threshold": 0.2}))
for result in found["results"]:
    print(f"{result['similarity']:.2f}", result["memory"]["content"])

note = {"note": "Who painted the lighthouse door?", "from": "Ada", "triggerTick": True, "wait": 30}
print(answer(session.post(f"{url}/wake", json=note)).get("reply", "no reply yet"))
