# Homebrew: put this into Formula/ of a tap, then: brew install OWNER-OF-THE-TAP/TAP/cvrender
class Cvrender < Formula
  desc "{{ short_description }}"
  homepage "{{ repository }}"
  url "{{ sdist_url }}"
  sha256 "{{ sdist_sha256 }}"
  license "MIT"

  depends_on "python@3.13"

  def install
    system "python3.13", "-m", "venv", libexec
    # the packages by their hashes, as locks/run.txt lists them; then cvrender, from its source
    system libexec/"bin/pip", "install", "--quiet", "--require-hashes", "-r", "locks/run.txt"
    system libexec/"bin/pip", "install", "--quiet", "--no-deps", buildpath
    bin.install_symlink libexec/"bin/cvrender"
    generate_completions_from_executable(bin/"cvrender", "completion")
  end

  test do
    system bin/"cvrender", "demo"
    assert_path_exists testpath/"out/ada-example/ada-example-full-classic.pdf"
  end
end
