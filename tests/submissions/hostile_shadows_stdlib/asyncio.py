raise RuntimeError("asyncio.py of the submission was imported")
